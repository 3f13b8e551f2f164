import BoundedHTTP
import Foundation

/// A company's own OpenID provider, with which people sign in at the Center, in addition to passwords.
public struct SignInProvider: Sendable {
    /// The provider's name for users, such as `Example Corp`.
    public let name: String
    /// Its `iss`.
    public let issuer: String
    /// The provider's id for this Center.
    public let clientID: String
    /// With which the Center proves that; nil if the provider asks for none.
    package let clientSecret: String?
    /// How it differs from the specification.
    package let habits: Habits

    /// How a provider differs from OpenID Connect Core 1.0.
    public struct Habits: Hashable, Sendable {
        /// Whether the company verifies every address that the provider names, so that a token need not say it:
        /// Microsoft Entra and AD FS send no `email_verified`. One that says `false` still counts.
        public var verifiesAddresses = false
        /// The claim that has the address. AD FS and Entra may have it in `upn` or `preferred_username`.
        public var addressClaim = "email"
        /// Whether everybody who comes back has just entered a password there, though the token does not say when
        /// (`auth_time`): Dex, for instance, has no sessions.
        public var asksEachTime = false

        /// The `prompt` that asks for a new sign-in; nil to send none. Google supports `select_account`.
        public var prompt: String? = "login"

        /// Creates the behavior of the specification.
        public init() {}
    }

    /// Creates a provider.
    ///
    /// - Returns: nil unless `issuer` is an HTTPS URL, or one on this machine.
    public init?(_ name: String, issuer: String, clientID: String, clientSecret: String?, habits: Habits = Habits()) {
        guard let url = URL(string: issuer), url.host != nil, url.protectsSecrets, !clientID.isEmpty else { return nil }
        self.name = name
        self.issuer = issuer
        self.clientID = clientID
        self.clientSecret = clientSecret
        self.habits = habits
    }
}
