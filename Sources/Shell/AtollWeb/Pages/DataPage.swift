import AtollPages

/// The page on which users download their data, and delete their account.
struct DataPage: Sendable {
    let templates: Templates
    /// Whether accounts can be deleted.
    let mayDelete: Bool

    private struct Body: Encodable, Sendable {
        let export: String
        let delete: String
        let mayDelete: Bool
        let name: String
        let problem: String?
        let back: String
    }

    func page<F>(_ context: PageContext<F>) -> Page {
        var page = Page(
            localized("Your data"),
            templates.render(
                "data",
                Body(
                    export: UserDataRoutes.export, delete: UserDataRoutes.delete, mayDelete: mayDelete,
                    name: context.user?.name ?? "", problem: context.form?.problem, back: context.current)))
        page.isKept = false
        return page
    }
}
