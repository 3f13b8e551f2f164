import AtollLinks
import AtollNavigation

extension TodayScreen {
    /// The feature's graph and URLs.
    public static let map = FeatureMap(
        "today", NavigationGraph { pass(TodayScreen.today => [.live(.any), .plan, .recipe(.any)]).dismissable() }
    ) {
        Route(to: .today) { path("today") }
        Route(to: .live(.any)) {
            path("live")
            path(TodayScreen.live)
        }
        Route(to: .plan) { path("plan") }
        Route(to: .recipe(.any)) {
            path("recipe")
            path(TodayScreen.recipe)
        }
    }
}
