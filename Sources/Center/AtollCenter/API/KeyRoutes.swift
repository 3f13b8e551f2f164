import AtollCenterAPI
import AtollCenterDomain
import AtollCenterSignIn
import AtollPackages
import Crypto
import Foundation

/// API keys of organizations.
struct KeyRoutes {
    let people: PeopleService
    let keys: APIKeys

    var routes: [APIRoute] {
        [
            APIRoute(
                .get, "v1/organizations/:organization/keys", .action(.readOrganization), "keys",
                "One's own API keys of an organization, or all for its administrators", problems: [.notFound]
            ) { request in
                let (caller, id) = (try request.who(), try request.part("organization"))
                let found = try await people.store.read { view in
                    let subject = PermissionSubject(organization: id)
                    try view.require(.readOrganization, of: subject, by: caller, named: "organization")
                    let isForAll = try view.allows(.manageKeys, of: subject, to: caller)
                    return try view.keys(of: id, madeBy: isForAll ? nil : caller.account ?? "")
                }
                return PageView(found.map(KeyView.init), full: .max, \.id)
            },
            APIRoute(
                .post, "v1/organizations/:organization/keys", .action(.manageOwnKeys), "keys",
                "Make an API key, whose text is in the answer and nowhere else", status: .created,
                problems: [.notFound, .conflict]
            ) { (request, body: NewKeyBody) in
                let (caller, id) = (try request.who(), try request.part("organization"))
                let (scopes, ids) = (try body.parsedScopes, try body.parsedIDs)
                let new = people.newKey()
                let key = try await people.store.change(by: caller.actor) { change in
                    try change.createKey(
                        new.id, digest: new.digest, for: id, named: body.name, scopes: scopes, ids: ids,
                        days: body.days ?? 90, by: caller)
                }
                return NewKeyView(text: new.text, key: KeyView(key))
            },
            APIRoute(
                .delete, "v1/organizations/:organization/keys/:key", .action(.manageOwnKeys), "keys",
                "Revoke an API key", problems: [.notFound]
            ) { request in
                let (caller, id) = (try request.who(), try request.part("organization"))
                let key = try request.part("key")
                try await people.store.change(by: caller.actor) { try $0.revokeKey(key, of: id, by: caller) }
            },
            APIRoute(
                .post, "v1/keys/leaked", .anyone, "keys",
                "Report an API key that was found where it should not be: it is revoked. The answer is always the same",
                status: .accepted
            ) { (request, body: SecretBody) in
                guard let key = try await keys.key(for: body.secret, at: people.store.now()) else { return }
                try await people.store.change(by: request.stranger) { try $0.removeLeakedKey(key.id) }
            },
        ]
    }
}
