import Foundation

/// Who signs the users' tokens of a super app, if that is not whoever signs those of the others.
package struct SignInSource: Hashable, Sendable {
    /// The `iss` of its tokens.
    package let issuer: String
    /// The URL of its JSON Web Key Set.
    package let keySet: URL

    /// The longest issuer and the longest URL, in bytes.
    package static let maximumLength = 300

    /// What the database has.
    package init(issuer: String, keySet: URL) {
        self.issuer = issuer
        self.keySet = keySet
    }
}
