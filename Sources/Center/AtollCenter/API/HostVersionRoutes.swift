import AtollCenterAPI
import AtollCenterAnswers
import AtollCenterDomain

/// The versions of a super app, by platform.
struct HostVersionRoutes {
    let store: PeopleStore

    var routes: [APIRoute] {
        [
            APIRoute(
                .get, "v1/superapps/:id/versions", .action(.readSuperApps), "super apps",
                "The versions of a super app, by platform, the newest first", problems: [.notFound]
            ) { request in
                let (caller, id) = (try request.who(), try request.part("id"))
                let found = try await store.read { view in
                    try view.hostVersions(of: view.superApp(id, for: .readSuperApps, by: caller).id)
                }
                return PageView(found.map(HostVersionView.init), full: .max, \.version)
            },
            APIRoute(
                .post, "v1/superapps/:id/versions", .action(.manageHostVersions), "super apps",
                "Add a version of a super app on a platform", status: .created, problems: [.notFound, .conflict]
            ) { (request, body: NewHostVersion) in
                let (caller, id) = (try request.who(), try request.part("id"))
                return HostVersionView(
                    try await store.change(by: caller.actor) { change in
                        try change.addHostVersion(
                            body.version, on: body.platform, apiLevel: body.apiLevel, of: id, by: caller)
                    })
            },
            state("enable", "Let mini apps be submitted for a version of a super app"),
            state("disable", "Stop submissions of mini apps for a version of a super app"),
        ]
    }

    private func state(_ verb: String, _ summary: String) -> APIRoute {
        APIRoute(
            .post, "v1/superapps/:id/versions/:platform/:version/\(verb)", .action(.manageHostVersions), "super apps",
            summary, problems: [.notFound]
        ) { request in
            let (caller, id) = (try request.who(), try request.part("id"))
            let (name, version) = (try request.part("platform"), try request.part("version"))
            let changed = try await store.change(by: caller.actor) { change in
                // A caller without the permission gets that error first.
                _ = try change.view.superApp(id, for: .manageHostVersions, by: caller)
                guard let platform = HostPlatform(rawValue: name) else {
                    throw ActionError.unknown("version of the super app")
                }
                return try change.setEnabled(
                    verb == "enable", hostVersion: version, on: platform, of: id, by: caller)
            }
            return HostVersionView(changed)
        }
    }
}
