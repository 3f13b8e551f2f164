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
            Pass(.signIn => [.register, .confirm, .forgot, .reset])
            Pass(.register => [.signIn, .forgot])
            Pass(.forgot => [.signIn, .register])
            Pass(.reset => .signIn)
            Pass(.confirm => .signIn)
        }
    ) {
        Route(to: .signIn) {
            PathSegment("sign-in")
            QueryItem(optional: returnAddress)
        }
        Route(to: .register) {
            PathSegment("register")
            QueryItem(optional: returnAddress)
        }
        Route(to: .forgot) {
            PathSegment("forgot")
            QueryItem(optional: returnAddress)
        }
        // From one page to the other without returning to the sign-in page.
        Route(GatekeeperScreen.signIn => .register => .forgot) {
            PathSegment("register")
            PathSegment("forgot")
            QueryItem(optional: returnAddress)
        }
        Route(GatekeeperScreen.signIn => .forgot => .register) {
            PathSegment("forgot")
            PathSegment("register")
            QueryItem(optional: returnAddress)
        }
        Route(to: .confirm) {
            PathSegment("confirm")
            QueryItem(optional: code)
        }
        Route(to: .reset) {
            PathSegment("reset")
            QueryItem(optional: code)
        }
    }
}
