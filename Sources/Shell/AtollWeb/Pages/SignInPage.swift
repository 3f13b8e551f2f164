import AtollLinks
import AtollPages

/// A sign-in page, for apps that do not have their own.
struct SignInPage: Sendable {
    let renderer: PageRenderer

    private struct Body: Encodable, Sendable {
        let superApp: String
        let returnAddress: String
        let name: String
        let problem: String?
    }

    func page<F>(_ context: PageContext<F>) -> Page {
        var page = Page(
            localized("Sign in"),
            renderer.templates.render(
                "sign-in",
                Body(
                    superApp: renderer.superApp,
                    returnAddress: context.link.parameters[LinkParameter<String>(DeepLink.returnItem)] ?? "",
                    name: context.form?.values["name"] ?? "", problem: context.form?.problem
                )
            )
        )
        page.hasBar = false
        page.hasTabs = false
        page.style = "page-sign-in"
        return page
    }
}
