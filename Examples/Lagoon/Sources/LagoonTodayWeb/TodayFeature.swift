import AtollHome
import AtollPages
import Foundation
import LagoonToday

/// Today, as web pages: what is happening, what is still to be done, and suggestions.
public enum TodayFeature {
    /// The name of the topic that notifies open pages of changes.
    public static let topic = "today"

    /// The feature, with its pages, actions and topic.
    ///
    /// - Throws: An error if the templates can't be read.
    public static func feature(_ options: TodayOptions = TodayOptions()) throws -> Feature<TodayScreen> {
        let templates = try Templates(in: .module)
        let homes = TodayHomes(options)
        let today = try TodayPage(options, homes: homes, templates: templates)
        let details = TodayDetailPages(templates: templates)
        return Feature(
            TodayScreen.map, title: "Today",
            icon: HTML(markup: #"<rect x="4" y="5" width="16" height="15" rx="3"/><path d="M4 10h16M9 3v4M15 3v4"/>"#),
            pages: Pages { context in
                switch context.place {
                case .today: try await today.page(context)
                case .live(let id): try details.live(id, context)
                case .plan: details.plan()
                case .recipe(let id): try details.recipe(id, context)
                }
            },
            templates: templates, styles: HomePage.stylesheet(of: TodayModule.allCases),
            actions: TodayActions(options: options, homes: homes).all(),
            topics: [PageTopic(topic) { user in await changes(of: user, homes) }]
        )
    }

    /// The changes of a user's home.
    private static func changes(of user: PageUser, _ homes: TodayHomes) async -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let task = Task {
            guard let home = try? await homes.home(of: TodayUser(user)) else { return continuation.finish() }
            for await _ in await home.home.states() { continuation.yield() }
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }
}
