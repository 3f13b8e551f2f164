import AtollCenterAPI
import AtollCenterDomain
import AtollPackages

/// Which organizations may publish in a super app, and which ask to.
struct GrantRoutes {
    let store: PeopleStore

    var routes: [APIRoute] {
        [
            APIRoute(
                .get, "v1/superapps/:id/grants", .action(.readSuperApps), "grants",
                "Who may publish in a super app, and who asks to: all for its owner, one's own for others",
                query: [APIRequest.cursorParameter, APIRequest.limitParameter], problems: [.notFound]
            ) { request in
                let (caller, id) = (try request.who(), try request.part("id"))
                let (size, cursor) = (try request.pageSize(), try request.query("cursor") ?? "")
                let found = try await store.read { view in
                    let superApp = try view.superApp(id, for: .readSuperApps, by: caller)
                    return try view.grants(of: superApp, visibleTo: caller, after: cursor, limit: size)
                }
                return PageView(found.map(GrantView.init), full: size, \.organization)
            },
            APIRoute(
                .post, "v1/superapps/:id/grants", .action(.askForGrant), "grants",
                "Ask that an organization may publish in a super app", status: .created,
                problems: [.notFound, .conflict]
            ) { (request, body: NewGrant) in
                let (caller, id) = (try request.who(), try request.part("id"))
                return GrantView(
                    try await store.change(by: caller.actor) { change in
                        try change.askForGrant(
                            of: id, to: body.organization, comment: body.comment ?? "", by: caller)
                    })
            },
            APIRoute(
                .put, "v1/superapps/:id/grants/:organization", .action(.giveGrant), "grants",
                "Let an organization publish in a super app", problems: [.notFound, .conflict]
            ) { (request, body: GivenGrant) in
                let (caller, id) = (try request.who(), try request.part("id"))
                let organization = try request.part("organization")
                return GrantView(
                    try await store.change(by: caller.actor) { change in
                        try change.giveGrant(
                            of: id, to: organization, comment: body.comment, needsReview: body.needsReview ?? true,
                            by: caller)
                    })
            },
            APIRoute(
                .delete, "v1/superapps/:id/grants/:organization", .action(.giveGrant), "grants",
                "Revoke an organization's grant, or refuse what it asks for",
                problems: [.notFound]
            ) { request in
                let (caller, id) = (try request.who(), try request.part("id"))
                let organization = try request.part("organization")
                try await store.change(by: caller.actor) {
                    try $0.takeGrant(of: id, from: organization, by: caller)
                }
            },
        ]
    }
}

extension Snapshot {
    /// The grants of a super app that a caller may see, in the order of their organizations, after one of them.
    fileprivate func grants(
        of superApp: SuperApp, visibleTo caller: Caller, after cursor: String, limit: Int
    ) throws -> [Grant] {
        let isOfOwner = try ownOrganizations(of: caller)?.contains(superApp.organization) ?? true
        if try isOfOwner || allows(.giveGrant, of: superApp.subject, to: caller) {
            return try grants(of: superApp.id, after: cursor, limit: limit)
        }
        let own = try ownOrganizations(of: caller) ?? []
        return Array(
            try own.filter { $0 > cursor }.sorted().compactMap { try grant(of: superApp.id, to: $0) }.prefix(limit))
    }
}
