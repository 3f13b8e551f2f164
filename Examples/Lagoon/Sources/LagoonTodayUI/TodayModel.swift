import AtollHome
import Foundation
import LagoonToday
import Observation

/// The model of Today for its screens: the home of a user, and the actions of its cards.
@MainActor
@Observable
public final class TodayModel {
    /// The home; nil until it was created by ``open()``.
    public private(set) var home: HomeModel<TodayFlags>?
    /// The error that a screen shows, or nil.
    public private(set) var problem: String?
    /// The stored state of the user.
    public private(set) var state = TodayState()

    @ObservationIgnored private let user: TodayUser
    @ObservationIgnored private let options: TodayOptions
    @ObservationIgnored private let homes: TodayHomes
    @ObservationIgnored private var userHome: TodayHomes.UserHome?

    /// - Parameters:
    ///   - userID: The user's id, under which their state is stored.
    ///   - name: The user's name, as shown to people.
    ///   - roles: The user's roles.
    ///   - options: The options of Today, such as where states are stored.
    public init(userID: String, name: String, roles: Set<String> = [], options: TodayOptions = TodayOptions()) {
        user = TodayUser(id: userID, name: name, roles: roles)
        self.options = options
        homes = TodayHomes(options)
    }

    /// The user's name, as shown to people.
    public var userName: String { user.name }

    var date: Date { userHome?.clock.now() ?? Date() }
    var calendar: Calendar { userHome?.clock.calendar ?? options.calendar }
    var schedule: LiveSchedule { LiveSchedule(workouts: Workout.all, calendar: calendar) }

    var dateText: String {
        let formatter = DateFormatter()
        formatter.calendar = calendar
        formatter.timeZone = calendar.timeZone
        formatter.dateStyle = .full
        return formatter.string(from: date)
    }

    /// Creates the home if it does not exist yet; an error goes to ``problem``.
    public func open() async {
        guard home == nil else { return }
        problem = nil
        do {
            let made = try await homes.home(of: user)
            let known = try await options.store.state(of: user.id)
            // Another call may have created it in the meantime.
            guard home == nil else { return }
            state = known
            userHome = made
            home = HomeModel(made.home)
        } catch {
            problem = "\(error)"
        }
    }

    /// The texts of a card; nil if it has none.
    func words(of module: TodayModule) -> TodayWords? {
        TodayWords(for: module, cycle: state.cycle, date: date, calendar: calendar)
    }

    /// Changes the stored state of the user.
    ///
    /// - Parameter change: Changes the state. It receives the current day.
    func change(_ change: @escaping @Sendable (inout TodayState, _ day: String) -> Void) async {
        do {
            try await homes.change(user, change)
            state = try await options.store.state(of: user.id)
        } catch {
            problem = "\(error)"
        }
    }

    /// Stores the user's starting stats.
    ///
    /// - Returns: The error in the numbers, or nil if they were valid.
    func saveStats(weight: String, pressUps: String) async -> String? {
        let stats: TodayState.Stats
        do throws(TodayState.StatsProblem) {
            stats = try TodayState.Stats(weight: weight, pressUps: pressUps)
        } catch {
            return error.description
        }
        await change { state, _ in state.stats = stats }
        return nil
    }

    func openedIntroduction() async {
        do {
            try await homes.openedIntroduction(user)
        } catch {
            problem = "\(error)"
        }
    }

    func putAway(_ module: TodayModule) async { await userHome?.home.note(.dismissed, module) }
}
