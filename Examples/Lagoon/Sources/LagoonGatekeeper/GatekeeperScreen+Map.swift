import AtollLinks
import AtollNavigation

extension GatekeeperScreen {
    /// The URL to return to after signing in.
    public static let returnAddress = LinkParameter<String>(DeepLink.returnItem)
    /// The code from an e-mail message.
    public static let code = LinkParameter<String>("code")

    /// The feature's graph and URLs.
    public static let map = FeatureMap(
        "gatekeeper",
        NavigationGraph(entry: GatekeeperScreen.signIn) {
            pass(.signIn => [.register, .confirm, .forgot, .reset])
            pass(.register => [.signIn, .forgot])
            pass(.forgot => [.signIn, .register])
            pass(.reset => .signIn)
            pass(.confirm => .signIn)
        }
    ) {
        Route(to: .signIn) {
            path("sign-in")
            query(optional: returnAddress)
        }
        Route(to: .register) {
            path("register")
            query(optional: returnAddress)
        }
        Route(to: .forgot) {
            path("forgot")
            query(optional: returnAddress)
        }
        // From one page to the other without returning to the sign-in page.
        Route(GatekeeperScreen.signIn => .register => .forgot) {
            path("register")
            path("forgot")
            query(optional: returnAddress)
        }
        Route(GatekeeperScreen.signIn => .forgot => .register) {
            path("forgot")
            path("register")
            query(optional: returnAddress)
        }
        Route(to: .confirm) {
            path("confirm")
            query(optional: code)
        }
        Route(to: .reset) {
            path("reset")
            query(optional: code)
        }
    }
}
