import AtollHome
import AtollPages
import AtollTexts
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
        try feature(options, homes: TodayHomes(options))
    }

    /// The feature over homes that other pages read, too.
    package static func feature(_ options: TodayOptions, homes: TodayHomes) throws -> Feature<TodayScreen> {
        let templates = try Templates(in: .module, texts: .today)
        let today = try TodayPage(options, homes: homes, templates: templates)
        let details = TodayDetailPages(homes: homes, templates: templates)
        return Feature(
            TodayScreen.map, title: "Today",
            icon: HTML(markup: #"<rect x="4" y="5" width="16" height="15" rx="3"/><path d="M4 10h16M9 3v4M15 3v4"/>"#),
            pages: Pages { context in
                switch context.place {
                case .today: try await today.page(context)
                case .live(let id): try await details.live(id, context)
                case .plan: details.plan()
                case .recipe(let id): try details.recipe(id, context)
                }
            },
            templates: templates, styles: HomePage.stylesheet(of: TodayModule.allCases),
            actions: TodayActions(options: options, homes: homes).all(),
            topics: [PageTopic(topic) { user in await changes(of: user, homes) }],
            searches: [
                FeatureSearch(title: { localized("Today") }) { query in
                    let workouts = Workout.all.filter { query.fits($0.title) }.map {
                        FeatureSearch<TodayScreen>.Result($0.title, detail: $0.time, target: .live($0.id))
                    }
                    let recipes = Recipe.all.filter { query.fits($0.title) }.map {
                        FeatureSearch<TodayScreen>.Result($0.title, target: .recipe($0.id))
                    }
                    return workouts + recipes
                }
            ]
        )
    }

    /// The path of the action that records that the user has trained.
    public static let trained = TodayAction.trained.address
    /// The path of the action that turns the explanation of the page on or off; its field `on` is `yes` or `no`.
    public static let explanation = TodayAction.explain.address

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
