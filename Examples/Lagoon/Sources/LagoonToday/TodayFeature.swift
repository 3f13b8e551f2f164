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
    public static let productTag = "product"
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
            graph: NavigationGraph { pass(TodayScreen.today => [.live(.any), .plan, .recipe(.any)]).dismissable() },
            links: LinkRouter<TodayScreen> {
                Route(to: .today) { path("today") }
                Route(TodayScreen.today => .live(.any)) {
                    path("live")
                    path(TodayScreen.live)
                }
                Route(TodayScreen.today => .plan) { path("plan") }
                Route(TodayScreen.today => .recipe(.any)) {
                    path("recipe")
                    path(TodayScreen.recipe)
                }
            },
            pages: Pages { context in
                switch context.place {
                case .today: try await today.page(context)
                case .live(let id): try texts.live(id, context)
                case .plan: texts.plan()
                case .recipe(let id): try texts.recipe(id, context)
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
