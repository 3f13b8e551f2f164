import AtollLinks
import AtollNavigation
import AtollPages
import Foundation

/// Who is let in.
///
/// Its forms are sent to the addresses of their own pages; the shell answers them, and shows the page again with what is
/// wrong.
public enum GatekeeperFeature {
    private static let returnAddress = LinkParameter<String>(DeepLink.returnItem)
    private static let code = LinkParameter<String>("code")

    public static func feature(superApp: String) throws -> Feature<GatekeeperScreen> {
        let templates = try Templates(in: .module)
        return Feature(
            name: "gatekeeper", title: "Sign in",
            graph: NavigationGraph(entry: GatekeeperScreen.signIn) {
                pass(.signIn => [.register, .confirm, .forgot, .reset])
                pass(.register => [.signIn, .forgot])
                pass(.forgot => [.signIn, .register])
                pass(.reset => .signIn)
                pass(.confirm => .signIn)
            },
            links: LinkRouter<GatekeeperScreen> {
                Route(to: .signIn) {
                    path("sign-in")
                    query(optional: returnAddress)
                }
                Route(GatekeeperScreen.signIn => .register) {
                    path("register")
                    query(optional: returnAddress)
                }
                Route(GatekeeperScreen.signIn => .forgot) {
                    path("forgot")
                    query(optional: returnAddress)
                }
                // From one to the other without the sign-in between.
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
                Route(GatekeeperScreen.signIn => .confirm) {
                    path("confirm")
                    query(optional: code)
                }
                Route(GatekeeperScreen.signIn => .reset) {
                    path("reset")
                    query(optional: code)
                }
            },
            pages: Pages { context in page(context, superApp, templates) }
        )
    }

    private struct Form: Sendable {
        let superApp: String
        let returnAddress: String
        let code: String
        let name: String
        let fullName: String
        let email: String
        let problem: String?
        let notice: String?
        let signIn: String?
        let register: String?
        let forgot: String?
    }

    private static func page(
        _ context: PageContext<GatekeeperScreen>, _ superApp: String, _ templates: Templates
    ) -> Page {
        // The parameters come along: where somebody was going is not lost on the way.
        func address(_ screen: GatekeeperScreen) -> String? {
            guard screen != context.place else { return nil }
            return context.address(of: .present(screen), parameters: context.link.parameters)
        }
        let titles: [GatekeeperScreen: String] = [
            .signIn: "Sign in", .register: "Register", .forgot: "Forgot password", .reset: "New password",
            .confirm: "Confirm your address",
        ]
        var page = Page(
            titles[context.place] ?? "",
            templates.render(
                context.place.rawValue,
                Form(
                    superApp: superApp, returnAddress: context.link.parameters[returnAddress] ?? "",
                    code: context.form?.values["code"] ?? context.link.parameters[code] ?? "",
                    name: context.form?.values["name"] ?? "", fullName: context.form?.values["full-name"] ?? "",
                    email: context.form?.values["email"] ?? "",
                    problem: context.form?.problem, notice: context.form?.notice,
                    signIn: address(.signIn), register: address(.register), forgot: address(.forgot)
                )
            )
        )
        page.hasBar = false
        page.hasTabs = false
        page.style = "page-sign-in"
        return page
    }
}
