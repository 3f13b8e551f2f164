import AtollLinks
import AtollNavigation
import AtollPages
import Foundation

/// The start of the day: who is there, and what is on.
public enum TodayFeature {
    /// The tags of segues that lead out of this feature, where an app has them.
    public static let composeTag = "compose"
    public static let playerTag = "player"

    /// - Parameter now: The time, which a test or a picture can set.
    public static func feature(now: @escaping @Sendable () -> Date = { Date() }) throws -> Feature<TodayScreen> {
        let templates = try Templates(in: .module)
        return Feature(
            name: "today", title: "Today",
            icon: HTML(markup: #"<rect x="4" y="5" width="16" height="15" rx="3"/><path d="M4 10h16M9 3v4M15 3v4"/>"#),
            graph: try NavigationGraph { pass(TodayScreen.today => .live).dismissable() },
            links: try LinkRouter<TodayScreen> {
                Route(to: .today) { path("today") }
                Route(TodayScreen.today => .live) {
                    path("live")
                    path(String.self)
                }
            },
            pages: Pages { context in
                switch context.place.fragment {
                case .today: today(context, now(), templates)
                case .live: try live(context, templates)
                }
            },
            stylesheet: templates.text("today.css")
        )
    }

    private struct Today: Sendable {
        let date: String
        let greeting: String
        let workouts: [Row]
    }

    private struct Row: Sendable {
        let title: String
        let detail: String
        let time: String
        let address: String
    }

    private static func today(_ context: PageContext<TodayScreen>, _ now: Date, _ templates: Templates) -> Page {
        let name = context.user?.name.split(separator: " ").first.map(String.init) ?? ""
        let compose = context.address(presentingTag: .init(rawValue: composeTag))
        return Page(
            "Today",
            templates.render(
                "today",
                Today(
                    date: dateText(now), greeting: name.isEmpty ? "Good to see you" : "Good to see you, \(name)",
                    workouts: Workout.all.map { workout in
                        Row(
                            title: workout.title, detail: "\(workout.minutes) minutes with \(workout.coach)",
                            time: workout.time,
                            address: context.address(presenting: .live, id: .string(workout.id)) ?? ""
                        )
                    }
                )
            ),
            actions: compose.map { templates.render("compose-button", ["address": $0]) }
        )
    }

    private struct Live: Sendable {
        let coach: String
        let time: String
        let minutes: Int
        let exercises: [String]
        let join: String?
    }

    private static func live(_ context: PageContext<TodayScreen>, _ templates: Templates) throws -> Page {
        guard case .string(let id)? = context.place.id, let workout = Workout.find(id) else {
            throw PageError.notFound("There is no such workout.")
        }
        return Page(
            workout.title,
            templates.render(
                "live",
                Live(
                    coach: workout.coach, time: workout.time, minutes: workout.minutes, exercises: workout.exercises,
                    join: context.address(presentingTag: .init(rawValue: playerTag), id: .string(id))
                )
            )
        )
    }

    private static func dateText(_ date: Date) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_GB")
        formatter.dateFormat = "EEEE d MMMM"
        return formatter.string(from: date)
    }
}
