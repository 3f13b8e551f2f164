import AtollPackages
import Foundation

/// Every version of a mini app, newest first, and the statements about them, as signed.
package struct VersionsView: Codable, Sendable {
    package let versions: [MiniAppListing]
    package let repository: String
    package let statements: [Data]
    /// Where each version is in its life.
    package let states: [VersionState]
    package let withdrawn: [Withdrawn]
    /// The code of the version that the repository announces, if any.
    package let current: Int?

    /// A version that was taken back.
    package struct Withdrawn: Codable, Sendable {
        package let code: Int
        package let date: Date
        package let reason: String

        package init(code: Int, date: Date, reason: String) {
            self.code = code
            self.date = date
            self.reason = reason
        }
    }

    package init(
        versions: [MiniAppListing], repository: String, statements: [Data], states: [VersionState],
        withdrawn: [Withdrawn], current: Int?
    ) {
        self.versions = versions
        self.repository = repository
        self.statements = statements
        self.states = states
        self.withdrawn = withdrawn
        self.current = current
    }
}
