import AtollCenterAPI
import AtollCenterDomain
import Hummingbird

/// How approved versions reach devices.
struct ReleaseRoutes {
    let store: PeopleStore
    let changes: VersionChanges

    var routes: [APIRoute] { plans + steps + [quarantine, endQuarantine] }

    private var plans: [APIRoute] {
        [
            changes.route(
                "plan", .release, "releases", "Set the steps by which a version reaches more devices", method: .put
            ) { (body: PlanBody) in
                let plan = try body.plan
                return { change, version in
                    try change.setPlan(
                        plan, of: version.code, version.id, revision: version.revision, by: version.caller)
                }
            },
            changes.route(
                "schedule", .release, "releases", "Set the time at which a version is released"
            ) { (body: TimeBody) in
                { change, version in
                    try change.schedule(
                        version.code, of: version.id, at: body.at, revision: version.revision, by: version.caller)
                }
            },
            changes.route("unschedule", .release, "releases", "Drop that time") { change, version in
                try change.unschedule(version.code, of: version.id, revision: version.revision, by: version.caller)
            },
        ]
    }

    private var steps: [APIRoute] {
        [
            changes.route(
                "start", .release, "releases",
                "Release a version to some devices: by steps, or by a share and groups"
            ) { (body: StartBody) in
                let plan = try body.steps.map { try ReleasePlan($0.map(\.step)) }
                return { change, version in
                    try change.start(
                        version.code, of: version.id, permyriad: body.permyriad, groups: body.groups ?? [],
                        plan: plan, revision: version.revision, by: version.caller)
                }
            },
            changes.route("step", .release, "releases", "Release a version to more devices") { (body: ShareBody) in
                { change, version in
                    try change.step(
                        version.code, of: version.id, to: body.permyriad, revision: version.revision,
                        by: version.caller)
                }
            },
            changes.route(
                "hold", .holdRelease, "releases",
                "Stop a version from reaching more devices; those that have it run it"
            ) { (body: ReasonBody) in
                { change, version in
                    try change.hold(
                        version.code, of: version.id, reason: body.reason, revision: version.revision,
                        by: version.caller)
                }
            },
            changes.route(
                "resume", .release, "releases",
                "Resume a held release at the given share"
            ) { (body: ShareBody) in
                { change, version in
                    try change.resume(
                        version.code, of: version.id, permyriad: body.permyriad, revision: version.revision,
                        by: version.caller)
                }
            },
            changes.route("complete", .release, "releases", "Release a version to all devices") { change, version in
                try change.complete(version.code, of: version.id, revision: version.revision, by: version.caller)
            },
        ]
    }

    private var quarantine: APIRoute {
        APIRoute(
            .post, "v1/miniapps/:id/quarantine", .action(.quarantine), "releases",
            "Have no device start any version of a mini app for as long as it is suspected", problems: [.notFound]
        ) { (request, body: ReasonBody) in
            try await answer(request, reason: body.reason)
        }
    }

    private var endQuarantine: APIRoute {
        APIRoute(
            .delete, "v1/miniapps/:id/quarantine", .action(.quarantine), "releases",
            "Let devices start a mini app again", problems: [.notFound]
        ) { request in
            _ = try await answer(request, reason: nil)
        }
    }

    private func answer(_ request: APIRequest, reason: String?) async throws -> MiniAppView {
        let (caller, id) = (try request.who(), try request.part("id"))
        let miniApp = try await store.change(by: caller.actor) { change in
            try change.setQuarantine(reason, of: id, by: caller)
        }
        let isAnnounced = await changes.pipeline.hasAnnounced(miniApp.id)
        return try await store.read { view in
            try MiniAppView(miniApp, isAnnounced: isAnnounced, for: view.permissions(of: caller))
        }
    }
}
