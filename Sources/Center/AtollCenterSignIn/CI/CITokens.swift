import AtollCenterAnswers
import AtollCenterDomain
import AtollPackages
import Crypto
import Foundation
import JWTKit
import Logging
import SignedJSON

/// Exchanges tokens of CI jobs for keys of a few minutes, so that no one has to store a key for publishing.
package struct CITokens: Sendable {
    package let people: PeopleService
    /// The `aud` that a token must have: this Center's address; nil if it is not known, so that no token is for it
    /// alone.
    package let audience: String?
    private let issuers: [String: (CIIssuer, OpenIDProvider)]

    package init(
        _ people: PeopleService, issuers: [CIIssuer], audience: String?,
        makeProvider: (_ issuer: String) -> OpenIDProvider
    ) {
        self.people = people
        self.audience = audience
        self.issuers = Dictionary(
            issuers.map { ($0.address, ($0, makeProvider($0.address))) }, uniquingKeysWith: { first, _ in first })
    }

    /// The CI systems whose tokens are taken.
    package var known: [CIIssuer] { issuers.values.map(\.0).sorted { $0.address < $1.address } }

    /// The CI system with this `iss`, if the operator has named it.
    package func issuer(_ address: String) -> CIIssuer? { issuers[address]?.0 }

    /// A key for a job that may publish a mini app.
    ///
    /// - Parameter token: Of the job, for ``audience``; it is taken once.
    /// - Throws: A 401 ``Problem`` for a token that is not valid, ``ActionError/untrusted(_:)`` for one that no trusted
    ///   publisher fits, ``ActionError/usedToken``.
    package func exchange(
        _ token: String, for miniApp: MiniAppID, from origin: AuditActor.Origin
    ) async throws -> (text: String, expires: Int) {
        guard let audience else {
            throw ActionError.conflict(
                rule: "no-address", "This Center takes no CI tokens: its operator has not said its --address.")
        }
        // Whose it says that it is, which is not verified yet: it chooses among those that the operator trusts.
        guard CompactToken.isSound(token, upTo: IdentityToken.maximumLength),
            let said = try? await JWTKeyCollection().unverified(token, as: IdentityToken.self)
        else {
            throw Problem.unauthorized("The token is not valid.")
        }
        guard let (issuer, provider) = issuers[said.issuer] else {
            throw Problem.unauthorized("This Center takes no tokens of that issuer.")
        }
        let verified = try await provider.verified(token, for: audience, at: people.store.now())
        let told = Self.told(verified, issuer.kind)
        let new = people.newKey()
        // Looked up first: only what fits makes others wait for a change.
        let fits = try await people.store.read { view in
            try view.trustedPublishers(of: miniApp, from: verified.issuer).contains { $0.matches(verified) }
        }
        guard fits else { throw ActionError.untrusted(told) }
        // By what is signed: a signature can be written in more than one way.
        let signed = token.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false).prefix(2)
        let digest = Data(SHA256.hash(data: Data(signed.joined(separator: ".").utf8)))
        let (_, expires) = try await people.store.change(by: AuditActor(.ci, "", via: .api, from: origin)) { change in
            try change.exchange(verified, digest, told: told, for: miniApp, key: (new.id, new.digest))
        }
        return (new.text, expires)
    }

    /// Returns the description of a token for the audit log.
    private static func told(_ token: IdentityToken, _ kind: CIIssuer.Kind) -> String {
        let told = kind.auditedClaims.compactMap { name -> String? in
            let value = name == "sub" ? token.subject : token.claims[name]
            // Line breaks and the like are nothing that a log should have.
            return value.map {
                "\(name) " + String($0.unicodeScalars.filter { (0x20...0x7e).contains($0.value) }.prefix(120))
            }
        }
        return told.joined(separator: ", ")
    }
}
