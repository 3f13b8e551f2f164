import AtollCenterAPI
import AtollCenterDomain
import AtollCenterSignIn

/// Accounts and sessions: signing in and out, confirming, accepting invitations.
struct PeopleRoutes {
    let people: PeopleService

    var routes: [APIRoute] {
        [
            APIRoute(
                .post, "v1/session", .anyone, "account", "Sign in", status: .created, problems: [.unauthorized]
            ) { (request, body: SignInBody) in
                let signedIn = try await people.signIn(
                    .init(email: body.email, password: body.password, code: body.code, device: body.device),
                    .command,
                    from: request.origin)
                return SignedInView(
                    secret: signedIn.secret, account: signedIn.account.id, name: signedIn.account.name,
                    device: signedIn.device)
            },
            APIRoute(.delete, "v1/session", .oneself, "account", "Sign out") { request in
                let session = try request.ownSession()
                try await people.store.change(by: request.who().actor) {
                    try $0.endSession(session.id, of: session.account)
                }
            },
            APIRoute(
                .post, "v1/session/sudo", .oneself, "account",
                "Confirm your identity with the password, or with a second-factor code for an account without one; valid for 15 minutes"
            ) { (request, body: ConfirmationBody) in
                try await people.confirm(
                    request.ownSession(), password: body.password ?? "", code: body.code, from: request.origin)
            },
            APIRoute(.get, "v1/sessions", .oneself, "account", "The sessions of one's account") { request in
                let session = try request.ownSession()
                let sessions = try await people.store.read { try $0.sessions(of: session.account) }
                return PageView(
                    sessions.map { SessionView($0, isThis: $0.id == session.id) }, full: .max, { $0.id })
            },
            APIRoute(
                .delete, "v1/sessions/:session", .oneself, "account", "End a session", problems: [.notFound]
            ) { request in
                let (id, session) = (try request.part("session"), try request.ownSession())
                try await people.store.change(by: request.who().actor) {
                    try $0.endSession(id, of: session.account)
                }
            },
            APIRoute(.get, "v1/account", .oneself, "account", "One's account and roles") { request in
                let id = try request.ownSession().account
                let found = try await people.store.read { view in
                    try view.account(id).map { AccountView($0, try view.person(id)) }
                }
                guard let found else { throw ActionError.unknown("account") }
                return found
            },
            APIRoute(
                .post, "v1/accounts/accept", .anyone, "account",
                "Accept an invitation: while signed in, or with a name and a password for a new account",
                problems: [.unauthorized, .notFound, .conflict]
            ) { (request, body: AcceptanceBody) in
                InvitationView(try await accept(request, body))
            },
            APIRoute(
                .post, "v1/accounts/decline", .anyone, "account", "Decline an invitation", problems: [.notFound]
            ) { (request, body: SecretBody) in
                let digest = PeopleService.digest(of: body.secret)
                // Only who has an invitation makes others wait for a change.
                guard try await people.store.read({ try $0.invitation(withDigest: digest) }) != nil else {
                    throw ActionError.unknown("invitation")
                }
                try await people.store.change(by: request.stranger) { try $0.decline(digest) }
            },
        ]
    }

    private func accept(_ request: APIRequest, _ body: AcceptanceBody) async throws -> Invitation {
        let digest = PeopleService.digest(of: body.secret)
        // Looked up first: for a client without an invitation, hashing a password would be wasted work.
        let found = try await people.store.read { view in
            try view.invitation(withDigest: digest).flatMap { try view.mayStillInvite($0) ? $0 : nil }
        }
        guard let found, found.state == .open else { throw ActionError.unknown("invitation") }
        if let account = request.caller?.account {
            return try await people.store.change(by: request.who().actor) { try $0.accept(digest, as: account) }
        }
        guard let name = body.name, let password = body.password else {
            throw ActionError.invalid("name", "and password are needed for a new account; or sign in first")
        }
        guard try await people.store.read({ try $0.account(email: found.email) }) == nil else {
            throw ActionError.taken("email", "There is an account with this address already. Sign in with it.")
        }
        let hash = try await people.limiting("accept " + found.id, from: request.origin) {
            try await people.hash(password, knowing: [found.email, name])
        }
        let id = people.newID()
        let actor = AuditActor(.user, id, via: .api, from: request.origin)
        return try await people.store.change(by: actor) { change in
            let account = try change.createAccount(id, email: found.email, name: name, password: hash)
            return try change.accept(digest, creating: account)
        }
    }
}

extension APIRequest {
    /// A client that has sent a secret and nothing else.
    var stranger: AuditActor { caller?.actor ?? AuditActor(.user, "", via: .api, from: origin) }
}
