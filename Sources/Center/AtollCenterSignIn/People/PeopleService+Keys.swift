import AtollCenterAPI
import AtollCenterDomain
import AtollPackages
import Crypto
import Foundation
import SignedJSON

extension PeopleService {
    /// A new API key's text, which is shown once, and what is stored of it.
    package func newKey() -> (id: String, text: String, digest: Data) {
        let (id, secret) = (randomBytes(8).hexadecimal, randomBytes(32).hexadecimal)
        return (id, "atoll_\(id)_\(secret)", Data(SHA256.hash(data: Data(secret.utf8))))
    }

    /// Whether a valid API key was made at the command line of the Center's machine, for an organization that is not
    /// closed.
    package func isOperators(_ key: APIKey) async throws -> Bool {
        try await store.read { view in
            guard let stored = try view.key(key.id), stored.maker == nil, stored.trustedPublisher == nil else {
                return false
            }
            return try stored.organization.flatMap { try view.organization($0) }?.isClosed != true
        }
    }

    /// Whether a valid API key may be used for something now: its maker must still be permitted that, and its
    /// organization must be open. One that the operator made stands for its organization.
    ///
    /// Once in a while, its use is written down.
    package func mayUse(
        _ key: APIKey, for action: Action, of subject: (_ organization: String) -> PermissionSubject,
        from origin: AuditActor.Origin
    ) async throws -> Bool {
        let (stored, isOpen) = try await store.read { view in
            let stored = try view.key(key.id)
            let organization = try stored?.organization.flatMap { try view.organization($0) }
            return (stored, organization?.isClosed != true)
        }
        guard let stored, isOpen else { return false }
        if let organization = stored.organization, stored.trustedPublisher != nil {
            let miniApp = subject(organization).miniApp
            guard try await store.read({ try $0.isStillTrusted(key.id, for: miniApp) }) else { return false }
        }
        if let organization = stored.organization, let maker = stored.maker {
            let subject = subject(organization)
            let isAllowed = try await store.read { view in
                PermissionMatrix.allows(action, of: subject, to: try view.person(maker))
            }
            guard isAllowed else { return false }
        }
        if store.now().secondsSince1970 - (stored.used ?? 0) >= OrganizationKey.usedInterval {
            // A request must not fail because its use could not be recorded.
            try? await store.change(
                by:
                    AuditActor(of: key.id, trustedPublisher: stored.trustedPublisher, from: origin)
            ) {
                try $0.noteUse(of: key.id)
            }
        }
        return true
    }
}
