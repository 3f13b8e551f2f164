import AtollLinks
import AtollNavigation

extension TodayScreen {
    /// The feature's graph and URLs.
    public static let map = FeatureMap(
        "today", NavigationGraph { Pass(TodayScreen.today => [.live(.any), .plan, .recipe(.any)]).dismissable() }
    ) {
        Route(to: .today) { PathSegment("today") }
        Route(to: .live(.any)) {
            PathSegment("live")
            PathSegment(TodayScreen.live)
        }
        Route(to: .plan) { PathSegment("plan") }
        Route(to: .recipe(.any)) {
            PathSegment("recipe")
            PathSegment(TodayScreen.recipe)
        }
    }
}
