import BoundedHTTP
import Foundation

/// A company's own OpenID provider, with which people sign in at the Center besides passwords.
public struct SignInProvider: Sendable {
    /// What people know it as, such as `Example Corp`.
    public let name: String
    /// Its `iss`.
    public let issuer: String
    /// What the provider calls this Center.
    public let clientID: String
    /// With which the Center proves that; nil if the provider asks for none.
    let clientSecret: String?

    /// Creates a provider.
    ///
    /// - Returns: nil unless `issuer` is an HTTPS URL, or one on this machine.
    public init?(_ name: String, issuer: String, clientID: String, clientSecret: String?) {
        guard let url = URL(string: issuer), url.host != nil, url.protectsSecrets, !clientID.isEmpty else { return nil }
        self.name = name
        self.issuer = issuer
        self.clientID = clientID
        self.clientSecret = clientSecret
    }
}
