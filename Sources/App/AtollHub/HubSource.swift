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
    /// Returns the results of a search inside mini apps, without opening them: see
    /// `MiniAppCatalog.entries(matching:in:limit:)`. Empty by default.
    func entries(matching words: [String], in ids: [MiniAppID], limit: Int) async -> [FoundEntry]
    /// Counts a text that has found neither a mini app nor anything inside one. By default nothing is counted.
    func noteNothingFound(_ text: String)
}

extension HubSource {
    /// Finds nothing: for sources that can't look inside mini apps.
    public func entries(matching words: [String], in ids: [MiniAppID], limit: Int) async -> [FoundEntry] { [] }

    /// Counts nothing: for sources that know no statistics.
    public func noteNothingFound(_ text: String) {}
}
