import AtollCenterAPI
import AtollCenterDomain
import AtollCenterSignIn
import AtollPackages

/// Organizations, their members and invitations.
struct OrganizationRoutes {
    let people: PeopleService
    let mail: any NoticeSender
    /// The address of the console or of the Center, which invitations name.
    let address: String

    var routes: [APIRoute] { organizations + members + invitations }

    private var store: PeopleStore { people.store }

    private var organizations: [APIRoute] {
        [
            APIRoute(
                .get, "v1/organizations", .action(.readOrganization), "organizations",
                "The organizations that one may see", query: [APIRequest.cursorParameter, APIRequest.limitParameter]
            ) { request in
                let (caller, size) = (try request.who(), try request.pageSize())
                let cursor = try request.query("cursor") ?? ""
                let found = try await store.read { view in
                    let permissions = try view.permissions(of: caller)
                    return try view.organizations(visibleTo: caller, after: cursor, limit: size).map {
                        try OrganizationView($0, for: permissions)
                    }
                }
                return PageView(found, full: size, \.id)
            },
            APIRoute(
                .post, "v1/organizations", .action(.manageOrganizations), "organizations", "Create an organization",
                status: .created, problems: [.conflict]
            ) { (request, body: NewOrganization) in
                let caller = try request.who()
                let publisher = try body.publisher.map { text in
                    guard let id = PublisherID(text) else {
                        throw ActionError.invalid("publisher", "must be an id such as com.example")
                    }
                    return id
                }
                return try await store.change(by: caller.actor) { change in
                    let created = try change.createOrganization(
                        body.id, name: body.name, publisher: publisher, ownsSuperApps: body.ownsSuperApps ?? false,
                        by: caller)
                    return try OrganizationView(created, for: change.view.permissions(of: caller))
                }
            },
            APIRoute(
                .get, "v1/organizations/:organization", .action(.readOrganization), "organizations",
                "An organization", problems: [.notFound]
            ) { request in
                let (caller, id) = (try request.who(), try request.part("organization"))
                return try await store.read { view in
                    try view.require(
                        .readOrganization, of: PermissionSubject(organization: id), by: caller, named: "organization")
                    guard let found = try view.organization(id) else { throw ActionError.unknown("organization") }
                    return try OrganizationView(found, for: view.permissions(of: caller))
                }
            },
            APIRoute(
                .put, "v1/organizations/:organization", .action(.changeOrganization), "organizations",
                "Change an organization's name and rules", problems: [.notFound, .conflict, .preconditionFailed]
            ) { (request, body: OrganizationChange) in
                let (caller, id) = (try request.who(), try request.part("organization"))
                let revision = try request.revision()
                return try await store.change(by: caller.actor) { change in
                    let changed = try change.changeOrganization(
                        id, name: body.name, needsSecondFactor: body.needsSecondFactor,
                        ownsSuperApps: body.ownsSuperApps, revision: revision, by: caller)
                    return try OrganizationView(changed, for: change.view.permissions(of: caller))
                }
            },
            APIRoute(
                .post, "v1/organizations/:organization/close", .action(.manageOrganizations), "organizations",
                "Close an organization", problems: [.notFound, .conflict]
            ) { (request, body: CommentBody) in
                let (caller, id) = (try request.who(), try request.part("organization"))
                return try await store.change(by: caller.actor) { change in
                    let closed = try change.closeOrganization(id, comment: body.comment, by: caller)
                    return try OrganizationView(closed, for: change.view.permissions(of: caller))
                }
            },
        ]
    }

    private var members: [APIRoute] {
        [
            APIRoute(
                .get, "v1/organizations/:organization/members", .action(.readOrganization), "members",
                "The members of an organization", query: [APIRequest.cursorParameter, APIRequest.limitParameter],
                problems: [.notFound]
            ) { request in
                let (caller, id) = (try request.who(), try request.part("organization"))
                let (size, cursor) = (try request.pageSize(), try request.query("cursor") ?? "")
                let found = try await store.read { view in
                    try view.require(
                        .readOrganization, of: PermissionSubject(organization: id), by: caller, named: "organization")
                    guard try view.organization(id) != nil else { throw ActionError.unknown("organization") }
                    return try view.members(of: id, after: cursor, limit: size)
                }
                return PageView(found.map(MemberView.init), full: size, \.account)
            },
            APIRoute(
                .put, "v1/organizations/:organization/members/:member/roles", .action(.manageMembers), "members",
                "Give a member other roles", problems: [.notFound, .conflict]
            ) { (request, body: RolesBody) in
                let (caller, id, member) = try parts(request)
                return MemberView(
                    try await store.change(by: caller.actor) {
                        try $0.setRoles(body.roles, of: member, in: id, by: caller)
                    })
            },
            APIRoute(
                .post, "v1/organizations/:organization/members/:member/suspend", .action(.manageMembers), "members",
                "Suspend a member: their sessions and keys end immediately", problems: [.notFound, .conflict]
            ) { (request, body: CommentBody) in
                let (caller, id, member) = try parts(request)
                return MemberView(
                    try await store.change(by: caller.actor) {
                        try $0.suspend(member, in: id, comment: body.comment, by: caller)
                    })
            },
            APIRoute(
                .post, "v1/organizations/:organization/members/:member/reactivate", .action(.manageMembers),
                "members", "Reactivate a suspended member", problems: [.notFound, .conflict]
            ) { (request, _: CommentBody) in
                let (caller, id, member) = try parts(request)
                return MemberView(
                    try await store.change(by: caller.actor) { try $0.reactivate(member, in: id, by: caller) })
            },
            APIRoute(
                .delete, "v1/organizations/:organization/members/:member", .action(.manageMembers), "members",
                "Remove a member", problems: [.notFound, .conflict]
            ) { request in
                let (caller, id, member) = try parts(request)
                try await store.change(by: caller.actor) {
                    try $0.removeMember(member, from: id, by: caller)
                }
            },
        ]
    }

    private var invitations: [APIRoute] {
        [
            APIRoute(
                .get, "v1/organizations/:organization/invitations", .action(.manageMembers), "members",
                "The invitations of an organization", problems: [.notFound]
            ) { request in
                let (caller, id) = (try request.who(), try request.part("organization"))
                let found = try await store.read { view in
                    try view.require(
                        .manageMembers, of: PermissionSubject(organization: id), by: caller, named: "organization")
                    return try view.invitations(of: id)
                }
                return PageView(found.map(InvitationView.init), full: .max, \.id)
            },
            APIRoute(
                .post, "v1/organizations/:organization/invitations", .action(.manageMembers), "members",
                "Invite a person by mail: at most three mails to an address and 100 per organization in three hours",
                status: .created, problems: [.notFound, .conflict]
            ) { (request, body: NewInvitation) in
                let (caller, id) = (try request.who(), try request.part("organization"))
                let (invitation, secret) = (people.newID(), people.newSecret(.invitation))
                let made = try await store.change(by: caller.actor) { change in
                    try change.invite(
                        body.email, into: id, as: body.roles, id: invitation,
                        digest: PeopleService.digest(of: secret), by: caller)
                }
                try await send(made, secret, request)
                return InvitationView(made)
            },
            APIRoute(
                .post, "v1/organizations/:organization/invitations/:invitation/resend", .action(.manageMembers),
                "members", "Resend an invitation, valid for another week. The previous secret stops working",
                problems: [.notFound, .conflict]
            ) { (request, _: CommentBody) in
                let (caller, id) = (try request.who(), try request.part("organization"))
                let (invitation, secret) = (try request.part("invitation"), people.newSecret(.invitation))
                let made = try await store.change(by: caller.actor) { change in
                    try change.resend(
                        invitation, of: id, digest: PeopleService.digest(of: secret), by: caller)
                }
                try await send(made, secret, request)
                return InvitationView(made)
            },
            APIRoute(
                .delete, "v1/organizations/:organization/invitations/:invitation", .action(.manageMembers),
                "members", "Take an invitation back", problems: [.notFound, .conflict]
            ) { request in
                let (caller, id) = (try request.who(), try request.part("organization"))
                let invitation = try request.part("invitation")
                try await store.change(by: caller.actor) {
                    try $0.revokeInvitation(invitation, of: id, by: caller)
                }
            },
        ]
    }

    private func parts(_ request: APIRequest) throws -> (Caller, organization: String, member: String) {
        (try request.who(), try request.part("organization"), try request.part("member"))
    }

    private func send(_ invitation: Invitation, _ secret: String, _ request: APIRequest) async throws {
        let name = try await store.read { try $0.organization(invitation.organization) }?.name ?? ""
        try await mail.send(
            logger: request.context.logger,
            Mail(
                to: invitation.email, subject: "An invitation at the Mini App Center",
                text: """
                    An organization that calls itself "\(name)" invites you to the Mini App Center at \(address).

                    To accept, within a week:

                        \(address)/invitation, with the code \(secret)

                    or on a command line, which asks for the code:

                        atoll accept --center \(address) --name "Your Name"

                    (without --name, if you are signed in there already).

                    If you don't know what this is about, ignore it, or decline with: atoll accept --center \(address) --decline
                    """))
    }
}
