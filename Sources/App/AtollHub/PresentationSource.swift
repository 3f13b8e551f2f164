import AtollCatalog
import AtollPackages
import Foundation

/// Says what is new in a version of a mini app, and shows its pages. `MiniAppCatalog` is one; tests and previews can
/// use their own.
public protocol PresentationSource: Sendable {
    /// Returns the release notes of a version, and the pictures of its pages.
    func presentation(of id: MiniAppID, code: Int) async throws(CatalogError) -> MiniAppPresentation
    /// The bytes of a picture, a PNG.
    func picture(_ digest: SHA256Hash) async throws(CatalogError) -> Data
}

extension MiniAppCatalog: PresentationSource {
    /// Returns the release notes of a version, and the pictures of its pages.
    public func presentation(of id: MiniAppID, code: Int) async throws(CatalogError) -> MiniAppPresentation {
        try await presentation(of: id, code: code, within: .seconds(30))
    }
}
