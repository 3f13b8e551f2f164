import AtollCatalog
import AtollPackages
import Foundation
import Observation

/// Provides the listings that a hub shows. `MiniAppCatalog` is one; tests and previews can use their own.
public protocol HubSource: Sendable {
    /// A page of the results of a query: the first page, or the one after a cursor.
    func page(_ query: HubQuery, after cursor: String?) async throws(CatalogError) -> MiniAppListingPage
    /// The listings of the mini apps that the super app features.
    func featured() async throws(CatalogError) -> [MiniAppListing]
    /// The listing of one mini app.
    ///
    /// - Throws: `CatalogError.notFound` if the user may not open it.
    func listing(of id: MiniAppID) async throws(CatalogError) -> MiniAppListing
}
