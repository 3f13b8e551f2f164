import AtollCenterDomain
import AtollCredentials
import AtollPackages
import Crypto
import Foundation
import NIOConcurrencyHelpers
import SignedJSON

/// Signs people in, and makes and checks the secrets that they hold: of sessions, invitations and password resets.
///
/// Of a secret, only the SHA-256 is stored: it is 256 random bits, so it can't be guessed from that. Passwords are
/// hashed on the threads of a pool, and attempts are slowed down by address and by client.
package struct PeopleService: Sendable {
    package let store: PeopleStore
    private let pool: HashingPool
    let throttle: SignInThrottle
    package let deviceLimits: DeviceLimits
    package let randomBytes: @Sendable (_ count: Int) -> [UInt8]
    private let sharedKeys = NIOLockedValueBox<[String: SymmetricKey]>([:])
    /// Compared with the password when there is no such account, so that response times don't reveal which exist.
    private let decoy = NIOLockedValueBox<PasswordHash?>(nil)

    package init(
        _ store: PeopleStore, pool: HashingPool = HashingPool(), throttle: SignInThrottle = SignInThrottle(),
        deviceLimits: DeviceLimits = DeviceLimits(),
        randomBytes: @escaping @Sendable (_ count: Int) -> [UInt8]
    ) {
        self.store = store
        self.pool = pool
        self.throttle = throttle
        self.deviceLimits = deviceLimits
        self.randomBytes = randomBytes
    }

    /// The proof of a user's identity.
    package struct Proof: Sendable {
        package let email: String
        package let password: String
        /// A code of the authenticator app, or a recovery code.
        package let code: String?
        /// The device secret of the previous sign-in: ``SignedIn/device``.
        package var device: String?

        package init(email: String, password: String, code: String?, device: String? = nil) {
            (self.email, self.password, self.code, self.device) = (email, password, code, device)
        }
    }

    /// A secret whose holder is signed in, and the session that it is of.
    package struct SignedIn: Sendable {
        package let secret: String
        package let account: Account
        /// Proves at the next sign-in that this person has signed in with this program before.
        package let device: String
    }

    /// Signs a user in.
    ///
    /// - Throws: ``ActionError/badCredentials``, whichever part of the proof is wrong;
    ///   ``ActionError/tooMany(seconds:)``; `HashingPoolBusy`.
    package func signIn(_ proof: Proof, _ kind: AccountSession.Kind, from origin: AuditActor.Origin) async throws
        -> SignedIn
    {
        let device = try await device(proof.device, of: proof.email)
        let (id, secret) = (newID(), newSecret(.session))
        let digest = Self.digest(of: secret)
        let channel: AuditActor.Channel = kind == .console ? .console : .api
        let proven = try await proving(proof, device: device, via: channel, from: origin) { account, hash in
            let actor = AuditActor(.user, account.id, via: channel, from: origin)
            try await store.change(by: actor) { change in
                try change.requireUnchanged(account, hash)
                if account.hasSecondFactor { try change.useSecondFactor(proof.code ?? "", of: account.id) }
                try change.beginSession(
                    id, digest: digest, of: account.id, kind, agent: origin.agent, isConfirmed: true)
            }
        }
        return SignedIn(secret: secret, account: proven.account, device: try await token(of: proven, device))
    }

    /// Reads the token of a browser or program. Returns nil unless it is valid for the account that has this address
    /// now.
    package func device(_ text: String?, of email: String) async throws -> DeviceToken? {
        let key = try await deviceKey()
        // Only a valid token causes a database query before the attempt is counted.
        guard let token = text.flatMap({ DeviceToken($0, of: email, signedWith: key, at: store.now()) }) else {
            return nil
        }
        return token.bound(to: try await mark(of: email), signedWith: key)
    }

    /// Returns the token that a browser or program stores after a user has signed in with it.
    package func token(of proven: Proven, _ known: DeviceToken?) async throws -> String {
        let token = known ?? DeviceToken(name: proven.account.email)
        return token.text(of: proven.mark, signedWith: try await deviceKey(), at: store.now())
    }

    /// Returns the token that a program stores after a user has authorized it.
    package func token(of account: Account) async throws -> String {
        let mark = try await mark(of: account.email)
        return DeviceToken(name: account.email).text(of: mark, signedWith: try await deviceKey(), at: store.now())
    }

    /// An account whose password was correct, with its mark at the time of the comparison.
    package struct Proven {
        package let account: Account
        package let mark: AccountMark
    }

    private func mark(of email: String) async throws -> AccountMark? {
        try await store.read { view in
            try view.account(email: email).map {
                AccountMark(account: $0.id, password: try view.passwordHash(of: $0.id)?.mark ?? "")
            }
        }
    }

    /// Begins a console session after a sign-in with a provider. Accounts with a second factor need its code, too.
    ///
    /// - Throws: ``ActionError/badCredentials`` for a wrong code, or for an account that was suspended meanwhile.
    package func signIn(
        _ found: ProvenAccount, code: String?, from origin: AuditActor.Origin
    ) async throws -> SignedIn {
        let account = found.account
        let (id, secret) = (newID(), newSecret(.session))
        try await notingFailure(of: account.id, via: .console, from: origin) {
            try await store.change(by: AuditActor(.user, account.id, via: .console, from: origin)) { change in
                guard let known = try change.view.account(account.id), !known.isSuspended else {
                    throw ActionError.badCredentials
                }
                if known.hasSecondFactor { try change.useSecondFactor(code ?? "", of: account.id) }
                if let proven = found.proven { try change.link(proven, to: known) }
                // Signing in again replaces the session. It may have ended meanwhile.
                if let replaced = found.replaced { _ = try? change.endSession(replaced, of: account.id) }
                try change.beginSession(
                    id, digest: Self.digest(of: secret), of: account.id, .console, agent: origin.agent,
                    isConfirmed: found.isConfirmed || known.hasSecondFactor)
            }
        }
        return SignedIn(secret: secret, account: account, device: try await token(of: account))
    }

    /// Does what needs a code, within the limits for codes, and records a wrong one.
    private func notingFailure(
        of account: String, via channel: AuditActor.Channel, from origin: AuditActor.Origin,
        _ work: () async throws -> Void
    ) async throws {
        do {
            try await limitingCodes(of: account, from: origin, work)
        } catch ActionError.badCredentials {
            try await store.change(by: AuditActor(.user, account, via: channel, from: origin)) {
                try $0.note(AuditRecord(.failToSignIn, subject: account))
            }
            throw ActionError.badCredentials
        }
    }

    /// Records that a signed-in user has entered their password again. Accounts without a password enter a code of
    /// their second factor.
    package func confirm(
        _ session: AccountSession, password: String, code: String?, from origin: AuditActor.Origin
    ) async throws {
        guard let account = try await store.read({ try $0.account(session.account) }) else {
            throw ActionError.badCredentials
        }
        let channel: AuditActor.Channel = session.kind == .console ? .console : .api
        if !account.hasPassword, account.hasSecondFactor {
            return try await notingFailure(of: account.id, via: channel, from: origin) {
                try await store.change(by: AuditActor(.user, account.id, via: channel, from: origin)) { change in
                    try change.useSecondFactor(code ?? "", of: account.id)
                    try change.confirm(session.id, of: account.id)
                }
            }
        }
        let proof = Proof(email: account.email, password: password, code: code)
        // Other clients can't lock out a user who has a session.
        _ = try await proving(proof, session: session.id, via: channel, from: origin) { account, hash in
            try await store.change(by: AuditActor(.user, account.id, via: channel, from: origin)) { change in
                try change.requireUnchanged(account, hash)
                if account.hasSecondFactor { try change.useSecondFactor(code ?? "", of: account.id) }
                try change.confirm(session.id, of: account.id)
            }
        }
    }

    /// Compares a password, and does `work` with the account, in one attempt: a wrong code of the second factor counts
    /// like a wrong password.
    ///
    /// - Parameters:
    ///   - device: A browser or program with which this person has signed in before.
    ///   - session: A session of this person.
    ///   - channel: Where the password was entered, for the audit log.
    func proving(
        _ proof: Proof, device: DeviceToken? = nil, session: String? = nil, via channel: AuditActor.Channel,
        from origin: AuditActor.Origin,
        _ work: (Account, PasswordHash) async throws -> Void
    ) async throws -> Proven {
        guard proof.password.utf8.count <= PasswordRules.maximumLength, proof.email.utf8.count <= 254 else {
            throw ActionError.badCredentials
        }
        let attempt = SignInThrottle.Attempt(
            name: proof.email, client: origin.network, device: session.map { "session " + $0 } ?? device?.id,
            isCurrent: session != nil || device?.isCurrent == true)
        let pause = await throttle.begin(attempt)
        guard pause <= .zero else {
            throw ActionError.tooMany(seconds: Int(clamping: pause.components.seconds) + 1)
        }
        let found = try await store.read { view in
            try view.account(email: proof.email).map { ($0, try view.passwordHash(of: $0.id)) }
        }
        do {
            let hash = if let hash = found?.1 { hash } else { try await decoyHash() }
            let caller = HashingPool.Caller(proof.email.lowercased(), isKnown: attempt.device != nil)
            let isRight = try await HashingPool.$caller.withValue(caller) {
                try await pool.run { try hash.matches(proof.password) }
            }
            guard isRight, let account = found?.0, found?.1 != nil, !account.isSuspended else {
                throw ActionError.badCredentials
            }
            try await work(account, hash)
            await throttle.succeeded(attempt)
            return Proven(account: account, mark: AccountMark(account: account.id, password: hash.mark))
        } catch is HashingPoolBusy {
            await throttle.takeBack(attempt)
            throw ActionError.tooMany(seconds: 5)
        } catch ActionError.badCredentials {
            // After the answer: how long that takes must not tell whether there is such an account.
            Task { try await noteFailure(of: found?.0, via: channel, from: origin) }
            throw ActionError.badCredentials
        }
    }

    /// Records a failed attempt in the audit log.
    ///
    /// Unknown and known addresses cause the same kind of change. Writers take turns, so a client can time this change
    /// by its next write; and members of an organization can count the rows between two of their rows by the numbers.
    private func noteFailure(
        of account: Account?, via channel: AuditActor.Channel, from origin: AuditActor.Origin
    ) async throws {
        let actor =
            account.map { AuditActor(.user, $0.id, via: channel, from: origin) }
            ?? AuditActor(.system, "", via: channel, from: origin)
        // An attacker can invent any number of addresses, and audit log rows are never deleted. Beyond a limit, an
        // unknown address adds no row, and only the timing is the same.
        let isNoted = account != nil || deviceLimits.mayNoteStranger()
        try await store.change(by: actor) { change in
            if isNoted {
                try change.note(AuditRecord(.failToSignIn, subject: account?.id))
            } else {
                try change.writeDecoy(Data(randomBytes(32)))
            }
        }
    }

    /// The key of the tokens that identify programs in which a user has signed in.
    func deviceKey() async throws -> SymmetricKey { try await sharedKey("devices") }

    /// The key of the values that browsers store for the Center during a sign-in.
    func sealingKey() async throws -> SymmetricKey { try await sharedKey("sign-in") }

    /// The key by which users are known who say something about mini apps.
    package func feedbackKey() async throws -> SymmetricKey { try await sharedKey("feedback") }

    /// A key that all processes of the Center share, made by the first one that needs it.
    private func sharedKey(_ name: String) async throws -> SymmetricKey {
        if let key = sharedKeys.withLockedValue({ $0[name] }) { return key }
        let new = Data(randomBytes(32))
        let bytes = try await store.change(by: .system) { try $0.secret(name, otherwise: new) }
        let key = SymmetricKey(data: bytes)
        sharedKeys.withLockedValue { $0[name] = key }
        return key
    }

    private func decoyHash() async throws -> PasswordHash {
        if let hash = decoy.withLockedValue({ $0 }) { return hash }
        let hash = try await pool.run { try PasswordHash(of: UUID().uuidString) }
        decoy.withLockedValue { $0 = hash }
        return hash
    }

    /// Returns the hash of a new password.
    ///
    /// - Parameter account: Whose it is, if that is known: one account does not use up the pool.
    /// - Throws: ``ActionError/weakPassword(_:)`` for one that is too short, too long or too common.
    package func hash(_ password: String, knowing words: [String], for account: String? = nil) async throws
        -> PasswordHash
    {
        if let problem = PasswordRules.problem(with: password, knowing: words + ["atoll"]) {
            throw ActionError.weakPassword("\(problem)")
        }
        do {
            let caller = account.map { HashingPool.Caller("account \($0)", isKnown: false) }
            return try await HashingPool.$caller.withValue(caller) {
                try await pool.run { try PasswordHash(of: password) }
            }
        } catch is HashingPoolBusy {
            throw ActionError.tooMany(seconds: 5)
        }
    }

    /// The session whose secret this is, if it has not ended. Once in a while, its use is written down.
    package func session(for secret: String, from origin: AuditActor.Origin) async throws -> AccountSession? {
        guard secret.hasPrefix(SecretKind.session.rawValue), secret.utf8.count <= 100 else { return nil }
        let digest = Self.digest(of: secret)
        guard let session = try await store.read({ try $0.session(withDigest: digest) }) else { return nil }
        if store.now().secondsSince1970 - session.seen >= AccountSession.seenInterval {
            let actor = AuditActor(.user, session.account, via: .api, from: origin)
            // A session must not end because its use could not be recorded.
            try? await store.change(by: actor) { try $0.touch(session) }
        }
        return session
    }

    // MARK: Secrets

    /// The kind of a secret. Its first letters state the kind, so that a leaked secret is recognized.
    package enum SecretKind: String, Sendable {
        case session = "atolls_"
        case invitation = "atolli_"
        case reset = "atollr_"
        case device = "atolld_"
    }

    package func newSecret(_ kind: SecretKind) -> String { kind.rawValue + randomBytes(32).hexadecimal }

    package func newID() -> String { randomBytes(12).hexadecimal }

    package static func digest(of secret: String) -> Data { Data(SHA256.hash(data: Data(secret.utf8.prefix(200)))) }
}
