import AtollPackages

/// Renders the pages of packages. A Center without a browser has no renderer.
public protocol PackageRendering: Sendable {
    /// Opens every page of a package, in each look, and reports its problems.
    ///
    /// - Throws: ``RenderingUnavailable`` if the browser can't be started. A package that does not start, takes too
    ///   long or too much memory is not an error, but a finding.
    func render(_ package: MiniAppPackage) async throws -> RenderedPackage
}
