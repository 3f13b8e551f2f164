import AtollPackages

/// Opens the pages of packages, and says what it sees. Where there is no browser, nobody does.
public protocol PackageRendering: Sendable {
    /// Opens every page of a package, in each look, and says what went wrong.
    ///
    /// - Throws: ``RenderingUnavailable`` if there is no browser. A package that does not start, takes too long or takes too much is no error,
    ///   but a finding.
    func render(_ package: MiniAppPackage) async throws -> RenderedPackage
}
