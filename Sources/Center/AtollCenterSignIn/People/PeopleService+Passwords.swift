import AtollCenterDomain
import AtollCredentials
import Foundation

extension PeopleService {
    /// How long a mail to choose a password anew works, in seconds.
    static let resetLifetime = 3_600

    /// Makes the secret of a mail with which an account's password can be chosen anew.
    ///
    /// Requests of strangers don't count against attempts to sign in, nor void what the owner has received.
    ///
    /// - Returns: nil if the account does not exist or has no password, or after too many mails to it.
    package func beginReset(
        of email: String, from origin: AuditActor.Origin
    ) async throws -> (account: Account, secret: String)? {
        guard email.utf8.count <= 254 else { return nil }
        let found = try await store.read { try $0.account(email: email) }
        let account = found.flatMap { $0.hasPassword && !$0.isSuspended ? $0 : nil }
        let secret = newSecret(.reset)
        let digest = Self.digest(of: secret)
        let actor = account.map { AuditActor(.user, $0.id, via: .api, from: origin) } ?? .system
        let isAdded = try await store.change(by: actor) { change in
            if let account, try change.addReset(digest, of: account.id, until: change.time + Self.resetLifetime) {
                return true
            }
            // A client whose next write has to wait for this one must not notice that nothing was written.
            try change.writeDecoy(digest)
            return false
        }
        guard isAdded, let account else { return nil }
        return (account, secret)
    }

    /// Chooses a password anew with the secret of a mail.
    ///
    /// - Throws: ``ActionError/unknown(_:)`` for a secret that was used, has expired or never was;
    ///   ``ActionError/weakPassword(_:)``.
    package func reset(_ secret: String, password: String, from origin: AuditActor.Origin) async throws {
        let digest = Self.digest(of: secret)
        let account = try await store.read { view in try view.reset(digest).flatMap { try view.account($0) } }
        guard let account else { throw ActionError.unknown("secret") }
        let hash = try await hash(password, knowing: [account.email, account.name], for: account.id)
        try await store.change(by: AuditActor(.user, account.id, via: .api, from: origin)) { change in
            guard try change.view.reset(digest) == account.id else { throw ActionError.unknown("secret") }
            try change.setPassword(hash, of: account.id, keeping: nil, as: .resetPassword)
        }
    }

    /// Does work that tries a code of an authenticator app: a few times in a minute, for each account.
    package func limitingCodes<Result>(
        of account: String, from origin: AuditActor.Origin, _ work: () async throws -> Result
    ) async throws -> Result {
        let attempt = SignInThrottle.Attempt(name: "code " + account, client: origin.network, device: "session")
        let pause = await throttle.begin(attempt)
        guard pause <= .zero else {
            throw ActionError.tooMany(seconds: Int(clamping: pause.components.seconds) + 1)
        }
        let result = try await work()
        await throttle.succeeded(attempt)
        return result
    }

    /// Does work that takes the processor long, a few times in a minute for each name and client.
    package func limiting<Result>(
        _ name: String, from origin: AuditActor.Origin, _ work: () async throws -> Result
    ) async throws -> Result {
        let pause = await throttle.begin(SignInThrottle.Attempt(name: name, client: origin.network))
        guard pause <= .zero else {
            throw ActionError.tooMany(seconds: Int(clamping: pause.components.seconds) + 1)
        }
        return try await work()
    }
}
