import AtollNavigation
import AtollPackages
import AtollPages
import Foundation
import LagoonHub
import LagoonScreens
import LagoonToday
import LagoonTodayWeb

/// The app's own pages: the sheet in which users write something, and the player of a live workout.
struct OverlayPages: Sendable {
    private let templates: Templates
    private let homes: TodayHomes

    init(homes: TodayHomes) throws {
        self.homes = homes
        templates = try Templates(in: .module, texts: .lagoon)
    }

    /// The pages as part of an app.
    func mounted<F: Fragment>(_ screens: LagoonEmbeddings<F>) -> MountedFeature<F> {
        MountedFeature(
            own: "overlays", shows: { screens.frame.extract($0) != nil },
            pages: Pages { context in
                switch screens.frame.extract(context.place) {
                case .overlay(.compose): compose(context) { screens.hub.embed(.miniApp($0)) }
                case .overlay(.player(let id)): try await player(of: id, context)
                case .splash, .dashboard, nil: .nothing
                }
            },
            templates: templates,
            searches: [actions { screens.hub.embed(.miniApp($0)) }])
    }

    /// The user's actions in mini apps, for the search over the whole app.
    private func actions<F: Fragment>(miniApp: @escaping @Sendable (MiniAppID) -> F) -> FeatureSearch<F> {
        FeatureSearch(title: { localized("Actions") }) { query in
            Self.writing(by: query.user.roles).filter { query.fits($0.title) }.compactMap { action in
                MiniAppID(action.miniApp).map {
                    .init(action.title, detail: action.detail, target: miniApp($0), rest: ["pages", action.page])
                }
            }
        }
    }

    private struct Action {
        let title: String
        let detail: String
        let miniApp: String
        let page: String
        /// The path of its picture (SVG), in a box of 24 by 24.
        let shape: String
    }

    private static let kudos = "com.example.kudos"
    private static let expenses = "com.example.expenses"

    /// The actions of users with these roles.
    private static func writing(by roles: some Sequence<String>) -> [Action] {
        var actions = [
            Action(
                title: localized("Give kudos"), detail: localized("Thank a colleague"), miniApp: kudos, page: "give",
                shape: "M12 4l2.5 5.2 5.6.7-4.1 3.9 1.1 5.6-5.1-2.8-5.1 2.8 1.1-5.6L3.9 9.9l5.6-.7z")
        ]
        if roles.contains("Sales") {
            actions.append(
                Action(
                    title: localized("Add an expense"), detail: localized("What you paid for the company"),
                    miniApp: expenses, page: "edit", shape: "M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6"))
        }
        return actions
    }

    private struct Compose: Encodable, Sendable {
        let choices: [Choice]
    }

    private struct Choice: Encodable, Sendable {
        let title: String
        let detail: String
        let shape: String
        let address: String
    }

    /// The sheet with links to the mini apps in which users write.
    private func compose<F: Fragment>(_ context: PageContext<F>, miniApp: (MiniAppID) -> F) -> Page {
        let choices = Self.writing(by: context.user?.roles ?? []).compactMap { action in
            // By way of the hub, like a user.
            MiniAppID(action.miniApp)
                .flatMap { context.address(leavingFor: miniApp($0), rest: ["pages", action.page]) }
                .map { Choice(title: action.title, detail: action.detail, shape: action.shape, address: $0) }
        }
        return Page(localized("New"), templates.render("compose", Compose(choices: choices)), placement: .sheet)
    }

    private struct Player: Encodable, Sendable {
        /// The seconds until it starts and until it ends.
        let start: Int
        let end: Int
        let clock: String
        let isBefore: Bool
        let isNow: Bool
        let isAfter: Bool
        let with: String
        let exercises: [Exercise]
        let done: String
        let back: String
    }

    private struct Exercise: Encodable, Sendable {
        let name: String
        let length: String
        let from: Int
        let to: Int
        let isNow: Bool
    }

    /// A time such as `12:05` or, from an hour on, `1:02:05`.
    private static func clock(_ seconds: Int) -> String {
        func two(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
        let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
        return (hours > 0 ? "\(hours):\(two(minutes))" : "\(minutes)") + ":" + two(seconds % 60)
    }

    /// The player of a live workout: the current exercise, and the time that it still takes. A script advances it.
    private func player<F: Fragment>(of id: Workout.ID, _ context: PageContext<F>) async throws -> Page {
        let missing = PageError.notFound(localized("This workout doesn't exist."))
        guard let workout = Workout.find(id), let user = context.user else { throw missing }
        let clock = try await homes.home(of: TodayUser(id: user.id, name: user.name, roles: user.roles)).clock
        let schedule = LiveSchedule(workouts: [workout], calendar: clock.calendar)
        guard let (start, end) = schedule.seconds(of: workout, from: clock.now()) else { throw missing }
        let length = workout.minutes * 60 / max(1, workout.exercises.count)
        let exercises = workout.exercises.enumerated().map { index, name in
            let (from, to) = (start + index * length, start + (index + 1) * length)
            return Exercise(
                name: name, length: localized("\(max(1, length / 60)) minutes"), from: from, to: to,
                isNow: from <= 0 && to > 0)
        }
        let left = max(0, start > 0 ? start : end)
        var page = Page(
            workout.title,
            templates.render(
                "player",
                Player(
                    start: start, end: end, clock: Self.clock(left),
                    isBefore: start > 0, isNow: start <= 0 && end > 0, isAfter: end <= 0,
                    with: localized("With \(workout.coach)"), exercises: exercises, done: TodayFeature.trained,
                    back: context.dismissal ?? context.current
                )
            ),
            placement: .cover
        )
        page.scripts = ["countdown.js"]
        // A copy from an hour ago would count from its old time.
        page.isKept = false
        return page
    }
}
