import AtollPackages
import Foundation
import SQLStatements
import SignedJSON

extension Snapshot {
    /// The trusted publishers of an organization, the newest first.
    package func trustedPublishers(of organization: String) throws -> [TrustedPublisher] {
        try trustedPublishers(where: "organization = \(.text(organization))")
    }

    /// Those that may publish a mini app with a token of an issuer.
    package func trustedPublishers(of miniApp: MiniAppID, from issuer: String) throws -> [TrustedPublisher] {
        guard let organization = try subject(of: miniApp).organization else { return [] }
        return try trustedPublishers(
            where: "organization = \(.text(organization)) AND issuer = \(.text(issuer))"
        ).filter { $0.ids.isEmpty || $0.ids.contains(miniApp) }
    }

    private func trustedPublishers(where condition: SQLFragment) throws -> [TrustedPublisher] {
        try session.rows(
            """
            SELECT id, organization, name, issuer, claims, ids, maker, created FROM trusted_publisher
            WHERE \(condition) ORDER BY created DESC, id
            """
        ).map { row in
            let ids = try row.text(5).split(separator: " ")
            return TrustedPublisher(
                id: try row.text(0), organization: try row.text(1), name: try row.text(2), issuer: try row.text(3),
                claims: try JSONDecoder().decode([String: String].self, from: Data(row.text(4).utf8)),
                ids: try ids.map { text in
                    // No ids means all, so one that can't be parsed must not be dropped.
                    guard let id = MiniAppID(String(text)) else {
                        throw SQLRowError(column: 5, expected: "ids of mini apps")
                    }
                    return id
                },
                maker: try row.text(6), created: try row.int(7))
        }
    }
}

extension Transaction {
    /// Lets the CI of a repository publish mini apps of an organization.
    ///
    /// - Parameters:
    ///   - id: A new random id.
    ///   - issuer: One that the operator has named.
    ///   - claims: What a token must say; see ``CIIssuer/Kind/requiredClaims``.
    ///   - ids: The mini apps; none for all, which only an administrator may permit.
    package func addTrustedPublisher(
        _ id: String, of organization: String, named name: String, issuer: CIIssuer, claims: [String: String],
        ids: [MiniAppID], by caller: Caller
    ) throws -> TrustedPublisher {
        try requireMayTrust(ids, of: organization, by: caller)
        try view.requireConfirmation(of: caller)
        guard let publisher = try openOrganization(organization).publisher else {
            throw ActionError.conflict(rule: "no-publisher", "An organization that does not publish needs no CI.")
        }
        try Name.check(name, as: "name")
        guard ids.count <= 50, ids.allSatisfy({ $0.belongs(to: publisher) }) else {
            throw ActionError.invalid("ids", "must have at most 50 ids of \(publisher)")
        }
        let missing = issuer.kind.requiredClaims.subtracting(claims.keys).sorted()
        guard missing.isEmpty else {
            throw ActionError.invalid("claims", "must have \(missing.joined(separator: ", ")) too")
        }
        guard claims.count <= TrustedPublisher.maximumClaims,
            claims.allSatisfy({ (1...100).contains($0.utf8.count) && (1...500).contains($1.utf8.count) })
        else {
            throw ActionError.invalid(
                "claims", "must be at most \(TrustedPublisher.maximumClaims), with 1 to 500 bytes each")
        }
        let all = try view.trustedPublishers(of: organization)
        guard all.count < TrustedPublisher.maximumCount else {
            throw ActionError.conflict(
                rule: "too-many",
                "An organization has at most \(TrustedPublisher.maximumCount) trusted publishers: remove one first.")
        }
        guard !all.contains(where: { $0.issuer == issuer.address && $0.claims == claims && $0.ids == ids }) else {
            throw ActionError.taken("claims", "This repository may publish the same already.")
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text = String(decoding: try encoder.encode(claims), as: UTF8.self)
        try session.perform(
            """
            INSERT INTO trusted_publisher (id, organization, name, issuer, claims, ids, maker, created)
            VALUES (\(.text(id)), \(.text(organization)), \(.text(name)), \(.text(issuer.address)), \(.text(text)),
                \(.text(ids.map(\.rawValue).joined(separator: " "))), \(.text(caller.account ?? "")),
                \(.integer(time)))
            """)
        try note(
            AuditRecord(
                .addTrustedPublisher, organization: organization, subject: id,
                after: String(text.prefix(500))))
        guard let added = try view.trustedPublishers(of: organization).first(where: { $0.id == id }) else {
            throw ActionError.unknown("trusted publisher")
        }
        return added
    }

    /// Lets a repository's CI publish no longer: keys that it has at this moment end too.
    package func removeTrustedPublisher(_ id: String, of organization: String, by caller: Caller) throws {
        let found = try view.trustedPublishers(of: organization).first { $0.id == id }
        try requireMayTrust(found?.ids ?? [], of: organization, by: caller)
        try view.requireConfirmation(of: caller)
        guard let found else { throw ActionError.unknown("trusted publisher") }
        try session.perform("DELETE FROM api_key WHERE trusted_publisher = \(.text(found.id))")
        try session.perform("DELETE FROM trusted_publisher WHERE id = \(.text(found.id))")
        try note(AuditRecord(.removeTrustedPublisher, organization: organization, subject: found.id))
    }

    /// Makes a key of a few minutes for a job of a trusted publisher.
    ///
    /// - Parameters:
    ///   - token: Which was verified; it is taken once.
    ///   - tokenDigest: Its SHA-256.
    ///   - key: The key's id and the digest of its secret, new and random.
    package func exchange(
        _ token: IdentityToken, _ tokenDigest: Data, told: String, for miniApp: MiniAppID,
        key: (id: String, digest: Data)
    ) throws -> (trusted: TrustedPublisher, expires: Int) {
        guard
            let trusted = try view.trustedPublishers(of: miniApp, from: token.issuer).first(where: { $0.matches(token) }
            ),
            let publisher = try openOrganization(trusted.organization).publisher
        else { throw ActionError.untrusted(told) }
        guard try view.mayStillPublish(trusted.maker, trusted.organization, miniApp.rawValue) else {
            throw ActionError.refusedToken(
                "the member who added the repository may no longer publish this mini app; add it again")
        }
        guard token.expires <= Double(time + Self.longestToken) else {
            throw ActionError.refusedToken("it is valid for more than a day")
        }
        let taken = try session.perform(
            """
            INSERT INTO ci_token (digest, expires)
            VALUES (\(.bytes(tokenDigest)), \(.integer(Self.lastUse(of: token))))
            ON CONFLICT (digest) DO NOTHING
            """)
        guard taken.changes == 1 else { throw ActionError.usedToken }
        let expires = time + OrganizationKey.lifetimeInCI
        let scopes = [APIKeyScope.publish, .read].map(\.rawValue).joined(separator: " ")
        try session.perform(
            """
            INSERT INTO api_key
                (id, secret_sha256, publisher, scopes, ids, created, expires, organization, name, trusted_publisher)
            VALUES (\(.text(key.id)), \(.bytes(key.digest)), \(.text(publisher.rawValue)), \(.text(scopes)),
                \(.text(miniApp.rawValue)), \(.integer(time)), \(.integer(expires)), \(.text(trusted.organization)),
                \(.text(trusted.name)), \(.text(trusted.id)))
            """)
        let actor = AuditActor(.ci, trusted.id, via: .api, from: actor.origin)
        try note(
            AuditRecord(
                .exchangeToken, organization: trusted.organization, miniApp: miniApp.rawValue, subject: key.id,
                comment: told),
            by: actor)
        return (trusted, expires)
    }

    /// How many seconds a token may still be valid.
    private static let longestToken = 86_400

    /// Until when a token could be sent again.
    private static func lastUse(of token: IdentityToken) -> Int {
        let end = token.expires + IdentityToken.clockDifference + 1
        // cannot trap: at most a day from now.
        return Int(end.rounded(.up))
    }

    private func requireMayTrust(_ ids: [MiniAppID], of organization: String, by caller: Caller) throws {
        let subjects =
            ids.isEmpty
            ? [PermissionSubject(organization: organization)]
            : ids.map { PermissionSubject(organization: organization, miniApp: $0.rawValue) }
        for subject in subjects {
            try view.require(.manageTrustedPublishers, of: subject, by: caller, named: "organization")
        }
    }
}
