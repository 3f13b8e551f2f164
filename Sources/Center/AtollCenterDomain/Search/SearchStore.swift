import AtollPackages
import Foundation

/// The part of the Center's database that searches use.
package protocol SearchStore: Sendable {
    /// Whether everything that others have changed until a second ago is known here: if not, nothing is answered from a
    /// cache.
    var isCurrent: Bool { get }

    /// The numbers of the audiences that include a visitor.
    func audiences(of visitor: Visitor) async throws -> [Int64]

    /// A page of the results of a search among the mini apps that these audiences may open.
    ///
    /// - Parameter total: The number of results, if known.
    func search(
        _ query: SearchQuery, for audiences: [Int64], superApp: String, total: Int?, at now: Date
    ) async throws -> SearchPage

    /// Returns the current version of `id` in JSON, or `nil` if these audiences may not open one.
    func listing(of id: MiniAppID, for audiences: [Int64], superApp: String) async throws -> String?

    /// The attributes that a super app defines.
    func attributes(of superApp: String) async throws -> [AttributeDefinition]
}
