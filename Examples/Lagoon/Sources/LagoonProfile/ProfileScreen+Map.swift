import AtollLinks
import AtollNavigation

extension ProfileScreen {
    /// The feature's graph and URLs.
    public static let map = FeatureMap(
        "profile",
        NavigationGraph {
            pass(ProfileScreen.profile => [.account, .settings, .permissions, .notices]).dismissable()
            pass(ProfileScreen.account => [.sessions, .password, .data]).dismissable()
        }
    ) {
        Route(to: .profile) { path("profile") }
        Route(to: .account) { path("account") }
        Route(to: .sessions) {
            path("account")
            path("sessions")
        }
        Route(to: .password) {
            path("account")
            path("password")
        }
        Route(to: .data) {
            path("account")
            path("data")
        }
        Route(to: .settings) { path("settings") }
        Route(to: .permissions) { path("permissions") }
        Route(to: .notices) { path("notices") }
    }
}
