import AtollCenterAPI
import AtollCenterDomain
import AtollPackages

/// The mini apps of organizations.
struct MiniAppRoutes {
    let store: PeopleStore

    private static let path = "v1/organizations/:organization/miniapps"

    var routes: [APIRoute] {
        [
            APIRoute(
                .get, Self.path, .action(.readOrganization), "mini apps",
                "The mini apps of an organization, and which versions devices receive",
                query: [APIRequest.cursorParameter, APIRequest.limitParameter], problems: [.notFound]
            ) { request in
                let (caller, id) = (try request.who(), try request.part("organization"))
                let (size, cursor) = (try request.pageSize(), try request.query("cursor") ?? "")
                let found = try await store.read { view in
                    try view.require(
                        .readOrganization, of: PermissionSubject(organization: id), by: caller, named: "organization")
                    return try view.miniApps(of: id, after: cursor, limit: size)
                }
                return PageView(found.map(MiniAppSummaryView.init), full: size, \.id)
            },
            APIRoute(
                .post, Self.path, .action(.manageMiniApps), "mini apps",
                "Create a mini app in a super app, to which it belongs for good", status: .created,
                problems: [.notFound, .conflict]
            ) { (request, body: NewMiniApp) in
                let (caller, organization) = (try request.who(), try request.part("organization"))
                return try await store.change(by: caller.actor) { change in
                    let created = try change.createMiniApp(
                        body.id, in: body.superApp, organization: organization, by: caller)
                    let view = change.view
                    return try MiniAppView(
                        created, isAnnounced: view.isAnnounced(created.id), for: view.permissions(of: caller))
                }
            },
            APIRoute(
                .get, "v1/organizations/:organization/miniapps/:id", .action(.readVersions), "mini apps", "A mini app",
                problems: [.notFound]
            ) { request in
                let (caller, organization) = (try request.who(), try request.part("organization"))
                let id = try request.part("id")
                return try await store.read { view in
                    guard let id = MiniAppID(id), let found = try view.miniApp(id), found.organization == organization
                    else { throw ActionError.unknown("mini app") }
                    try view.require(.readVersions, of: found.subject, by: caller, named: "mini app")
                    return try MiniAppView(
                        found, isAnnounced: view.isAnnounced(id), for: view.permissions(of: caller))
                }
            },
        ]
    }
}
