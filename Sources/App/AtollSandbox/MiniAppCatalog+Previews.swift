import AtollCatalog

extension MiniAppCatalog {
    /// Opens the version that a link leads to: only this module can, so that an app that does not link it has no way to run what is
    /// not released.
    ///
    /// It is verified as a release is, but for the operator's signature: by its publisher's keys, for this repository and this super app.
    /// Ask the user first. Each opening is counted and noted at the Center.
    ///
    /// - Throws: `PreviewError`.
    public func open(_ link: PreviewLink) async throws(PreviewError) -> OpenedPreview {
        OpenedPreview(try await preview(code: link.code.text))
    }
}
