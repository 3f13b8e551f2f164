import AtollCenterAPI
import AtollCenterDomain
import AtollPackages
import Foundation

/// The keys that organizations sign with. They are asked for here, and taken in by the review team's offline ceremony.
struct PublisherKeyRoutes {
    let keys: PublisherKeys

    private var store: PeopleStore { keys.people.store }
    private static let path = "v1/organizations/:organization/publisher-keys"

    var routes: [APIRoute] {
        [
            APIRoute(
                .get, Self.path, .action(.readOrganization), "publisher keys",
                "The keys that an organization signs with, and those that it has asked for", problems: [.notFound]
            ) { request in
                let (caller, id) = (try request.who(), try request.part("organization"))
                try await store.read { view in
                    try view.require(
                        .readOrganization, of: PermissionSubject(organization: id), by: caller, named: "organization")
                }
                return try await shown(of: id)
            },
            APIRoute(
                .post, Self.path, .action(.askForKeys), "publisher keys",
                "Ask that an organization signs with other keys, in place of what it has asked for before",
                status: .created, problems: [.notFound, .conflict]
            ) { (request, body: NewKeyRequest) in
                let (caller, organization) = (try request.who(), try request.part("organization"))
                let document: SignedPublisherRequest
                do throws(ReleaseRefusal) {
                    document = try SignedPublisherRequest(parsing: Data(body.document.utf8))
                } catch {
                    throw ActionError.invalid("document", "can't be read: \(error)")
                }
                let publisher = try await store.read { view in
                    try view.require(
                        .askForKeys, of: PermissionSubject(organization: organization), by: caller,
                        named: "organization")
                    return try view.organization(organization)?.publisher
                }
                try await keys.settle(organization)
                var present: PublisherFile?
                if let publisher { present = try await keys.present(of: publisher) }
                let (repository, id) = (try await keys.repository.id(), keys.people.newID())
                let asked = try await store.change(by: caller.actor) { [present] change in
                    try change.askForKeys(
                        id, document, of: organization, comment: body.comment ?? "", present: present,
                        repository: repository, by: caller)
                }
                return KeyRequestView(asked)
            },
            APIRoute(
                .delete, Self.path + "/:request", .action(.askForKeys), "publisher keys",
                "Take back what an organization has asked for", problems: [.notFound, .conflict]
            ) { request in
                let (caller, organization) = (try request.who(), try request.part("organization"))
                let id = try request.part("request")
                try await store.read { view in
                    try view.require(
                        .askForKeys, of: PermissionSubject(organization: organization), by: caller,
                        named: "organization")
                }
                try await keys.settle(organization)
                _ = try await store.change(by: caller.actor) {
                    try $0.withdrawKeys(id, of: organization, by: caller)
                }
            },
            APIRoute(
                .get, "v1/publisher-keys", .action(.manageOrganizations), "publisher keys",
                "The requests that wait for the review team",
                query: [APIRequest.cursorParameter, APIRequest.limitParameter]
            ) { request in
                let (caller, size) = (try request.who(), try request.pageSize())
                let cursor = try request.query("cursor") ?? ""
                try await store.read { view in
                    try view.require(.manageOrganizations, of: .center, by: caller, named: "request")
                }
                for request in try await store.read({ try $0.waitingKeyRequests(after: cursor, limit: size) }) {
                    try await keys.settle(request: request.id)
                }
                let waiting = try await store.read { try $0.waitingKeyRequests(after: cursor, limit: size) }
                return PageView(waiting.map { KeyRequestView($0) }, full: size, \.id)
            },
            APIRoute(
                .get, "v1/publisher-keys/:request", .action(.manageOrganizations), "publisher keys",
                "A request with the document that the review team's machine verifies", problems: [.notFound]
            ) { request in
                let (caller, id) = (try request.who(), try request.part("request"))
                return try await store.read { view -> KeyRequestView in
                    try view.require(.manageOrganizations, of: .center, by: caller, named: "request")
                    guard let found = try view.keyRequest(id) else { throw ActionError.unknown("request") }
                    return KeyRequestView(found, withDocument: true)
                }
            },
            APIRoute(
                .post, "v1/publisher-keys/:request/refuse", .action(.manageOrganizations), "publisher keys",
                "Refuse a request", problems: [.notFound, .conflict]
            ) { (request, body: ReasonBody) in
                let (caller, id) = (try request.who(), try request.part("request"))
                try await store.read { view in
                    try view.require(.manageOrganizations, of: .center, by: caller, named: "request")
                }
                try await keys.settle(request: id)
                return KeyRequestView(
                    try await store.change(by: caller.actor) {
                        try $0.refuseKeys(id, reason: body.reason, by: caller)
                    })
            },
        ]
    }

    private func shown(of organization: String) async throws -> PublisherKeysView {
        try await keys.settle(organization)
        let (publisher, requests) = try await store.read { view in
            (try view.organization(organization)?.publisher, try view.keyRequests(of: organization))
        }
        var present: PublisherFile?
        if let publisher { present = try await keys.present(of: publisher) }
        let repository: SHA256Hash?
        do {
            repository = try await keys.repository.id()
        } catch CenterError.noRepository {
            repository = nil
        }
        return PublisherKeysView(
            publisher: publisher, repository: repository, present: present, requests: requests)
    }
}
