import AtollPackages
import BoundedHTTP
import Foundation

extension MiniAppCatalog {
    /// Returns the release notes of a mini app's version, and the pictures of its pages.
    ///
    /// - Parameters:
    ///   - code: The code of a version that was released.
    ///   - time: How long to wait for the Center.
    /// - Throws: ``CatalogError``.
    public func presentation(
        of id: MiniAppID, code: Int, within time: Duration = .seconds(30)
    ) async throws(CatalogError) -> MiniAppPresentation {
        try await TransferTime.within(time) { () async throws(CatalogError) in
            try await client.presentation(of: id, code: code)
        }
    }

    /// The bytes of a picture, a PNG of at most `MiniAppPresentation.maximumPicture` bytes, verified by its digest. It
    /// is not stored.
    ///
    /// - Throws: ``CatalogError``; ``CatalogError/invalidResponse(_:)`` for what is no PNG.
    public func picture(_ digest: SHA256Hash) async throws(CatalogError) -> Data {
        try await client.picture(digest)
    }
}
