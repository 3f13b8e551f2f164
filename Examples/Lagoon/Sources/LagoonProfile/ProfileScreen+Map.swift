import AtollLinks
import AtollNavigation

extension ProfileScreen {
    /// The feature's graph and URLs.
    public static let map = FeatureMap(
        "profile",
        NavigationGraph {
            Pass(ProfileScreen.profile => [.account, .settings, .permissions, .notices]).dismissable()
            Pass(ProfileScreen.account => [.sessions, .password, .data]).dismissable()
        }
    ) {
        Route(to: .profile) { PathSegment("profile") }
        Route(to: .account) { PathSegment("account") }
        Route(to: .sessions) {
            PathSegment("account")
            PathSegment("sessions")
        }
        Route(to: .password) {
            PathSegment("account")
            PathSegment("password")
        }
        Route(to: .data) {
            PathSegment("account")
            PathSegment("data")
        }
        Route(to: .settings) { PathSegment("settings") }
        Route(to: .permissions) { PathSegment("permissions") }
        Route(to: .notices) { PathSegment("notices") }
    }
}
