import AtollCenterDomain
import AtollCredentials
import Foundation

extension PeopleService {
    /// The codes for a program that asks to be signed in.
    package struct AskedDevice: Sendable {
        /// With which it asks whether it was permitted.
        package let secret: String
        package let code: DeviceCode
    }

    /// Notes that a program without a browser wants to be signed in.
    ///
    /// - Parameter agent: The program's name for itself. Only its visible ASCII characters are stored.
    package func askForDevice(_ agent: String, from origin: AuditActor.Origin) async throws -> AskedDevice {
        let secret = newSecret(.device)
        let (userCode, digest) = (DeviceCode.newUserCode(randomBytes(8)), Self.digest(of: secret))
        let shown = String(decoding: agent.utf8.filter { (0x20...0x7e).contains($0) }.prefix(100), as: UTF8.self)
        // A stranger makes the Center write.
        try deviceLimits.ask(from: origin)
        let code = try await store.change(by: AuditActor(.user, "", via: .api, from: origin)) {
            try $0.askForDevice(
                userCode, digest: digest, agent: shown.isEmpty ? "a program" : shown, address: origin.address)
        }
        return AskedDevice(secret: secret, code: code)
    }

    /// Returns the request for a code that a user has typed.
    ///
    /// - Throws: ``ActionError/unknown(_:)``, or ``ActionError/tooMany(seconds:)`` for a client that guesses codes.
    package func deviceCode(typed: String, from origin: AuditActor.Origin) async throws -> DeviceCode {
        try deviceLimits.type(from: origin)
        guard let code = DeviceCode.read(typed), let found = try await store.read({ try $0.deviceCode(typed: code) }),
            found.state == .waiting
        else { throw ActionError.unknown("code") }
        return found
    }

    /// Permits the request for a code. The user proves their identity with a password.
    ///
    /// - Parameter device: The secret that this browser got the last time. With it, other clients can't lock the user
    ///   out.
    /// - Returns: The secret that the browser stores for the next time.
    package func allowDevice(
        _ userCode: String, email: String, password: String, code: String?, device: String?,
        from origin: AuditActor.Origin
    ) async throws -> String {
        let known = try await self.device(device, of: email)
        let proof = Proof(email: email, password: password, code: code)
        let proven = try await proving(proof, device: known, via: .console, from: origin) { account, hash in
            let actor = AuditActor(.user, account.id, via: .console, from: origin)
            try await store.change(by: actor) { change in
                try change.requireUnchanged(account, hash)
                if account.hasSecondFactor { try change.useSecondFactor(proof.code ?? "", of: account.id) }
                try change.decide(userCode, as: account.id, isAllowed: true, isConfirmed: true)
            }
        }
        return try await token(of: proven, known)
    }

    /// Permits the request after a sign-in at an identity provider. A user who has set up a second factor here
    /// needs it here too.
    ///
    /// - Parameters:
    ///   - isConfirmed: Whether they have proved that to the provider just now.
    ///   - proven: The provider's identity of the user, which is linked to the account after its second factor was
    ///   given.
    package func allowDevice(
        _ userCode: String, as account: String, isConfirmed: Bool, code: String?, linking proven: ProvenIdentity? = nil,
        from origin: AuditActor.Origin
    ) async throws {
        let actor = AuditActor(.user, account, via: .console, from: origin)
        do {
            try await limitingCodes(of: account, from: origin) {
                try await store.change(by: actor) { change in
                    guard let found = try change.view.account(account) else { throw ActionError.badCredentials }
                    if found.hasSecondFactor { try change.useSecondFactor(code ?? "", of: account) }
                    if let proven { try change.link(proven, to: found) }
                    // A code of the second factor proves that the person is present, however old the sign-in at the
                    // provider is.
                    try change.decide(
                        userCode, as: account, isAllowed: true, isConfirmed: isConfirmed || found.hasSecondFactor)
                }
            }
        } catch ActionError.badCredentials {
            try await store.change(by: actor) { try $0.note(AuditRecord(.failToSignIn, subject: account)) }
            throw ActionError.badCredentials
        }
    }

    /// Refuses it.
    package func refuseDevice(_ userCode: String, as account: String, from origin: AuditActor.Origin) async throws {
        try await store.change(by: AuditActor(.user, account, via: .console, from: origin)) {
            try $0.decide(userCode, as: account, isAllowed: false, isConfirmed: false)
        }
    }

    /// The session of a program that was permitted.
    ///
    /// - Returns: `nil` until the user has decided.
    package func redeemDevice(_ text: String, from origin: AuditActor.Origin) async throws -> SignedIn? {
        guard text.hasPrefix(SecretKind.device.rawValue), text.utf8.count <= 100 else {
            throw ActionError.unknown("code")
        }
        let digest = Self.digest(of: text)
        try deviceLimits.poll(digest, from: origin)
        guard let code = try await store.read({ try $0.deviceCode(withDigest: digest) }) else {
            throw ActionError.unknown("code")
        }
        if code.state == .waiting { return nil }
        let (id, secret) = (newID(), newSecret(.session))
        let account = try await store.change(by: AuditActor(.user, "", via: .api, from: origin)) {
            try $0.redeemDevice(digest, session: id, secret: Self.digest(of: secret))
        }
        guard let account else { return nil }
        return SignedIn(secret: secret, account: account, device: try await token(of: account))
    }
}
