import AtollPackages

/// Renders the pages of packages. A Center without a browser has no renderer.
public protocol PackageRendering: Sendable {
    /// Opens every page of a package in each look, and returns the findings and pictures.
    ///
    /// - Throws: ``RenderingUnavailable`` if the browser can't be started. A package that does not start, or exceeds
    ///   the limits of time or resources, is reported as a finding instead.
    func render(_ package: MiniAppPackage) async throws -> RenderedPackage
}
