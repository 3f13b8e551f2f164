import AtollHome
import AtollLinks
import AtollNavigation
import AtollPages
import Foundation

/// The start of the day: what is on, what is still to be done, and what one might like.
public enum TodayFeature {
    /// The tags of segues that lead out of this feature, where an app has them.
    public static let composeTag = "compose"
    public static let playerTag = "player"
    /// The name of the topic that keeps Today up to date.
    public static let topic = "today"

    public static func feature(_ options: TodayOptions = TodayOptions()) throws -> Feature<TodayScreen> {
        let templates = try Templates(in: .module)
        let homes = TodayHomes(options)
        let today = try TodayPage(options, homes: homes, templates: templates)
        let texts = TodayTexts(templates: templates)
        return Feature(
            name: "today", title: "Today",
            icon: HTML(markup: #"<rect x="4" y="5" width="16" height="15" rx="3"/><path d="M4 10h16M9 3v4M15 3v4"/>"#),
            graph: try NavigationGraph { pass(TodayScreen.today => [.live, .plan, .recipe]).dismissable() },
            links: try LinkRouter<TodayScreen> {
                Route(to: .today) { path("today") }
                Route(TodayScreen.today => .live) {
                    path("live")
                    path(String.self)
                }
                Route(TodayScreen.today => .plan) { path("plan") }
                Route(TodayScreen.today => .recipe) {
                    path("recipe")
                    path(String.self)
                }
            },
            pages: Pages { context in
                switch context.place.fragment {
                case .today: try await today.page(context)
                case .live: try texts.live(context)
                case .plan: texts.plan()
                case .recipe: try texts.recipe(context)
                }
            },
            stylesheet: (templates.text("today.css") ?? "") + HomePage.stylesheet(of: TodayModule.allCases),
            actions: TodayActions(options: options, homes: homes).all,
            topics: [PageTopic(topic) { user in await changes(of: user, homes) }]
        )
    }

    /// When a user's home becomes another.
    private static func changes(of user: PageUser, _ homes: TodayHomes) async -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let task = Task {
            guard let home = try? await homes.home(of: user) else { return continuation.finish() }
            for await _ in await home.home.states() { continuation.yield() }
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }
}
