import AtollCenterAPI
import AtollCenterDomain
import AtollCenterSignIn
import AtollPackages

/// Publishing from CI without a stored key.
struct TrustedPublisherRoutes {
    let people: PeopleService
    let tokens: CITokens

    private var store: PeopleStore { people.store }

    var routes: [APIRoute] {
        [
            APIRoute(
                .get, "v1/organizations/:organization/trusted-publishers", .action(.readOrganization), "ci",
                "The repositories whose CI may publish mini apps of an organization", problems: [.notFound]
            ) { request in
                let (caller, id) = (try request.who(), try request.part("organization"))
                let found = try await store.read { view in
                    try view.require(
                        .readOrganization, of: PermissionSubject(organization: id), by: caller, named: "organization")
                    return try view.trustedPublishers(of: id)
                }
                return PageView(found.map(TrustedPublisherView.init), full: .max, \.id)
            },
            APIRoute(
                .post, "v1/organizations/:organization/trusted-publishers", .action(.manageTrustedPublishers), "ci",
                "Let the CI of a repository publish: a token of its jobs is exchanged for a key of 15 minutes",
                status: .created, problems: [.notFound, .conflict]
            ) { (request, body: NewTrustedPublisher) in
                let (caller, organization) = (try request.who(), try request.part("organization"))
                guard let issuer = tokens.issuer(body.issuer) else {
                    let known = tokens.known.map(\.address).joined(separator: ", ")
                    throw ActionError.invalid("issuer", "must be one that this Center takes tokens of: \(known)")
                }
                let (ids, id) = (try body.parsedIDs, people.newID())
                let added = try await store.change(by: caller.actor) { change in
                    try change.addTrustedPublisher(
                        id, of: organization, named: body.name, issuer: issuer, claims: body.claims, ids: ids,
                        by: caller)
                }
                return TrustedPublisherView(added)
            },
            APIRoute(
                .delete, "v1/organizations/:organization/trusted-publishers/:publisher",
                .action(.manageTrustedPublishers), "ci",
                "Let a repository's CI publish no longer; the keys that it has at this moment end too",
                problems: [.notFound]
            ) { request in
                let (caller, organization) = (try request.who(), try request.part("organization"))
                let id = try request.part("publisher")
                try await store.change(by: caller.actor) {
                    try $0.removeTrustedPublisher(id, of: organization, by: caller)
                }
            },
            APIRoute(
                .get, "v1/ci", .anyone, "ci",
                "The audience that a CI job asks its token for, and whose tokens are taken"
            ) { _ in CIView(audience: tokens.audience, issuers: tokens.known.map(\.address)) },
            APIRoute(
                .post, "v1/ci/token", .anyone, "ci",
                "Exchange the token of a CI job for a key that publishes one mini app for 15 minutes",
                status: .created, problems: [.unauthorized, .forbidden, .conflict]
            ) { (request, body: CITokenBody) in
                guard let id = MiniAppID(body.miniApp) else { throw ActionError.invalid("miniApp", "is not an id") }
                let key = try await tokens.exchange(body.token, for: id, from: request.origin)
                return CIKeyView(secret: key.text, expires: key.expires)
            },
        ]
    }
}
