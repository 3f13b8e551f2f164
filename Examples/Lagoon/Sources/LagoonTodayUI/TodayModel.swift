import AtollHome
import AtollPages
import Foundation
import LagoonToday
import Observation

/// Today as a screen needs it: the home of a user, and what they do with it.
@MainActor
@Observable
public final class TodayModel {
    /// The home; nil before it is there.
    public private(set) var home: HomeModel<TodayFlags>?
    /// Why there is none.
    public private(set) var problem: String?
    /// What is known of the user.
    public private(set) var state = TodayState()

    @ObservationIgnored private let user: PageUser
    @ObservationIgnored private let options: TodayOptions
    @ObservationIgnored private let homes: TodayHomes
    @ObservationIgnored private var userHome: TodayHomes.UserHome?

    /// - Parameter options: Where what is known of the user is kept, and the clock.
    public init(userID: String, name: String, roles: Set<String> = [], options: TodayOptions = TodayOptions()) {
        user = PageUser(id: userID, name: name, roles: roles)
        self.options = options
        homes = TodayHomes(options)
    }

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

    /// Makes the home, where it is not there.
    public func open() async {
        guard home == nil else { return }
        problem = nil
        do {
            let made = try await homes.home(of: user)
            let known = try await options.store.state(of: user.id)
            // Another appearance may have made it meanwhile.
            guard home == nil else { return }
            state = known
            userHome = made
            home = HomeModel(made.home)
        } catch {
            problem = "\(error)"
        }
    }

    /// What a card says; nil where it has nothing to say.
    func words(of module: TodayModule) -> TodayWords? {
        TodayWords(for: module, cycle: state.cycle, date: date, calendar: calendar)
    }

    /// Changes what is known of the user.
    ///
    /// - Parameter change: Is told which day it is.
    func change(_ change: @escaping @Sendable (inout TodayState, _ day: String) -> Void) async {
        do {
            try await homes.change(user, change)
            state = try await options.store.state(of: user.id)
        } catch {
            problem = "\(error)"
        }
    }

    /// Keeps where the user starts from.
    ///
    /// - Returns: What is wrong with the numbers, or nil.
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
