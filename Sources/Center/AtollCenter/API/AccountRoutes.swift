import AtollCenterAPI
import AtollCenterAnswers
import AtollCenterDomain
import AtollCenterSignIn
import AtollCredentials
import Foundation
import Logging

/// The routes with which people change their own accounts: the password and the second factor.
struct AccountRoutes {
    let people: PeopleService
    let mail: any NoticeSender
    /// The address that mail names.
    let address: String

    private var store: PeopleStore { people.store }

    var routes: [APIRoute] {
        [
            APIRoute(.put, "v1/account/password", .oneself, "account", "Choose another password; other sessions end") {
                (request, body: PasswordBody) in
                let session = try request.ownSession()
                let caller = try request.who()
                let account = try await store.read { view in
                    // Before a hash is computed, which makes others wait.
                    try view.requireConfirmation(of: caller)
                    return try view.account(session.account)
                }
                guard let account else { throw ActionError.unknown("account") }
                let hash = try await people.hash(
                    body.password, knowing: [account.email, account.name], for: account.id)
                try await store.change(by: caller.actor) { change in
                    try change.view.requireOpen(session)
                    try change.setPassword(hash, of: account.id, keeping: session.id, as: .changePassword)
                }
            },
            APIRoute(
                .delete, "v1/account", .oneself, "account",
                "Remove one's own account: memberships, sessions and keys end, the name and the address are forgotten",
                problems: [.conflict]
            ) { request in
                let (caller, id) = (try request.who(), try request.ownSession().account)
                try await store.change(by: caller.actor) { change in
                    try change.view.requireConfirmation(of: caller)
                    try change.removeAccount(id)
                }
            },
            APIRoute(
                .post, "v1/account/2fa", .oneself, "account",
                "Begin to set up a second factor: the address is for an authenticator app", status: .created,
                problems: [.conflict]
            ) { request in
                let (caller, id) = (try request.who(), try request.ownSession().account)
                let totp = TOTP()
                let account = try await store.change(by: caller.actor) { change in
                    try change.view.requireConfirmation(of: caller)
                    try change.prepareSecondFactor(totp, of: id)
                    return try change.view.account(id)
                }
                return SecondFactorView(address: totp.url(issuer: "Atoll", account: account?.email ?? ""))
            },
            APIRoute(
                .post, "v1/account/2fa/confirm", .oneself, "account",
                "Turn the second factor on with a code of the app; the recovery codes are shown once",
                problems: [.conflict]
            ) { (request, body: CodeBody) in
                let (caller, id) = (try request.who(), try request.ownSession().account)
                let codes = RecoveryCodes.make()
                try await people.limitingCodes(of: id, from: request.origin) {
                    try await store.change(by: caller.actor) { change in
                        try change.view.requireConfirmation(of: caller)
                        try change.confirmSecondFactor(
                            body.code, of: id, recoveryDigests: codes.map(RecoveryCodes.digest(of:)))
                    }
                }
                return RecoveryCodesView(codes: codes)
            },
            APIRoute(
                .post, "v1/account/2fa/recovery", .oneself, "account",
                "New recovery codes, for a code of the app or an old recovery code; the old ones stop working",
                problems: [.conflict]
            ) { (request, body: CodeBody) in
                let (caller, id) = (try request.who(), try request.ownSession().account)
                let codes = RecoveryCodes.make()
                try await people.limitingCodes(of: id, from: request.origin) {
                    try await store.change(by: caller.actor) { change in
                        try change.view.requireConfirmation(of: caller)
                        try change.useSecondFactor(body.code, of: id)
                        try change.setRecoveryCodes(codes.map(RecoveryCodes.digest(of:)), of: id)
                        try change.note(AuditRecord(.addSecondFactor, subject: id, after: "new recovery codes"))
                    }
                }
                return RecoveryCodesView(codes: codes)
            },
            APIRoute(
                .post, "v1/account/2fa/remove", .oneself, "account",
                "Remove the second factor, for a code of the app or a recovery code", problems: [.conflict]
            ) { (request, body: CodeBody) in
                let (caller, id) = (try request.who(), try request.ownSession().account)
                try await people.limitingCodes(of: id, from: request.origin) {
                    try await store.change(by: caller.actor) { change in
                        try change.view.requireConfirmation(of: caller)
                        try change.useSecondFactor(body.code, of: id)
                        try change.removeSecondFactor(of: id)
                    }
                }
            },
            APIRoute(
                .post, "v1/password/reset", .anyone, "account",
                "Ask for a mail with which one's password can be chosen anew. The answer is always the same",
                status: .accepted
            ) { (request, body: EmailBody) in
                // After the answer: neither it nor the time that it takes tells whether there is such an account.
                let (origin, logger) = (request.origin, request.context.logger)
                guard (try? people.deviceLimits.reset(from: origin)) != nil else { return }
                Task { await sendReset(to: body.email, from: origin, logger) }
            },
            APIRoute(
                .post, "v1/password/reset/confirm", .anyone, "account",
                "Choose a password anew with the secret of a mail; all sessions end", problems: [.notFound]
            ) { (request, body: ResetBody) in
                try await people.reset(body.secret, password: body.password, from: request.origin)
            },
        ]
    }

    private func sendReset(to email: String, from origin: AuditActor.Origin, _ logger: Logger) async {
        do {
            guard let (account, secret) = try await people.beginReset(of: email, from: origin) else { return }
            try await mail.send(
                logger: logger,
                Mail(
                    to: account.email, subject: "Your password at the Mini App Center",
                    text: """
                        A new password was requested for your account at \(address). To choose it, within an hour:

                            \(address)/new-password, with the code \(secret)

                        or on a command line, which asks for the code:

                            atoll password --center \(address) --reset -

                        If it was not you, ignore this mail. Nothing has changed.
                        """))
        } catch {
            logger.error("A password could not be reset.", metadata: ["error": "\(error)"])
        }
    }
}
