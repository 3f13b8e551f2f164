import Foundation

/// The issuer of the users' tokens of a super app that has its own.
package struct SignInSource: Hashable, Sendable {
    /// The `iss` of its tokens.
    package let issuer: String
    /// The URL of its JSON Web Key Set.
    package let keySet: URL

    /// The longest issuer and the longest URL, in bytes.
    package static let maximumLength = 300

    /// Creates a source from the database.
    package init(issuer: String, keySet: URL) {
        self.issuer = issuer
        self.keySet = keySet
    }
}
