import AtollCenterAnswers
import AtollCenterDomain
import AtollCenterSignIn
import Foundation

/// Finds the owner of a bearer token: a signed-in person or an API key.
struct CallerFinder: Sendable {
    let people: PeopleService
    let keys: APIKeys

    /// Who sends a token, and their session if they are a person.
    ///
    /// - Throws: A 401 ``Problem`` for a token that is not valid.
    func caller(
        for token: String, from origin: AuditActor.Origin
    ) async throws -> (caller: Caller, session: AccountSession?) {
        if let session = try await people.session(for: token, from: origin) {
            return (Self.caller(of: session, from: origin, at: people.store.now()), session)
        }
        guard let key = try await keys.key(for: token, at: people.store.now()) else {
            throw Problem.unauthorized("The session has ended, or the API key is unknown, revoked or expired.")
        }
        return (try await people.store.read { try $0.caller(of: key, from: origin) }, nil)
    }

    /// Returns the caller of a session.
    static func caller(of session: AccountSession, from origin: AuditActor.Origin, at now: Date) -> Caller {
        Caller(
            AuditActor(.user, session.account, via: session.kind == .console ? .console : .api, from: origin),
            .person(session.account, isConfirmed: session.confirmedUntil > now.secondsSince1970))
    }
}

extension Snapshot {
    /// Returns the caller of a valid API key.
    func caller(of key: APIKey, from origin: AuditActor.Origin) throws -> Caller {
        let row = try session.row(
            """
            SELECT coalesce(api_key.organization, organization.id), maker, trusted_publisher FROM api_key
            LEFT JOIN organization ON organization.publisher = api_key.publisher
            WHERE api_key.id = \(.text(key.id))
            """)
        let organization = try row?.optionalText(0) ?? ""
        return Caller(
            AuditActor(of: key.id, trustedPublisher: try row?.optionalText(2), from: origin),
            .key(
                id: key.id, scopes: key.scopes, organization: organization, ids: key.ids,
                maker: try row?.optionalText(1)))
    }
}
