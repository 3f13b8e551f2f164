import AtollLinks
import AtollNavigation
import AtollPages
import AtollTexts
import Foundation
import LagoonGatekeeper

/// The pages on which users sign in and register.
///
/// Their forms are sent to the URLs of the pages. The shell handles them, and shows a page again with an error message
/// if something is wrong.
public enum GatekeeperFeature {
    /// The feature, with its pages.
    ///
    /// - Parameter superApp: The name of the super app, shown as the title of the sign-in page.
    /// - Throws: An error if the templates can't be read.
    public static func feature(superApp: String) throws -> Feature<GatekeeperScreen> {
        let templates = try Templates(in: .module, texts: .gatekeeper)
        return Feature(
            GatekeeperScreen.map, title: "Sign in",
            pages: Pages { context in page(context, superApp, templates) }, templates: templates
        )
    }

    private struct Form: Encodable, Sendable {
        let superApp: String
        let returnAddress: String
        let code: String
        let name: String
        let fullName: String
        let email: String
        let problem: String?
        let notice: String?
        /// Whether a link from a mail is no longer valid.
        let isUsed: Bool
        let signIn: String?
        let register: String?
        let forgot: String?
    }

    private static func page(
        _ context: PageContext<GatekeeperScreen>, _ superApp: String, _ templates: Templates
    ) -> Page {
        // The parameters are passed on, so that the URL to return to is not lost.
        func address(_ screen: GatekeeperScreen) -> String? {
            guard screen != context.place else { return nil }
            return context.address(of: .present(screen), parameters: context.link.parameters)
        }
        let titles: [GatekeeperScreen: String] = [
            .signIn: localized("Sign in"), .register: localized("Register"), .forgot: localized("Forgot password"),
            .reset: localized("New password"), .confirm: localized("Confirm your e-mail address"),
        ]
        var page = Page(
            titles[context.place] ?? "",
            templates.render(
                context.place.rawValue,
                Form(
                    superApp: superApp, returnAddress: context.link.parameters[GatekeeperScreen.returnAddress] ?? "",
                    code: context.form?.values["code"] ?? context.link.parameters[GatekeeperScreen.code] ?? "",
                    name: context.form?.values["name"] ?? "", fullName: context.form?.values["full-name"] ?? "",
                    email: context.form?.values["email"] ?? "",
                    problem: context.form?.problem, notice: context.form?.notice,
                    isUsed: context.form?.values["used"] != nil,
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
