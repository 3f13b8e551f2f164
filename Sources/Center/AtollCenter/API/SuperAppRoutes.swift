import AtollCenterAPI
import AtollCenterAnswers
import AtollCenterDomain
import AtollPackages

/// Super apps, whose they are, and what they ask of versions.
struct SuperAppRoutes {
    let store: PeopleStore
    /// The issuer that the Center was started with.
    let commonIssuer: String

    var routes: [APIRoute] {
        [
            APIRoute(
                .get, "v1/superapps", .action(.readSuperApps), "super apps",
                "The super apps that organizations own",
                query: [APIRequest.cursorParameter, APIRequest.limitParameter]
            ) { request in
                let (caller, size) = (try request.who(), try request.pageSize())
                let cursor = try request.query("cursor") ?? ""
                let found = try await store.read { view in
                    try view.require(.readSuperApps, of: .center, by: caller, named: "super app")
                    let permissions = try view.permissions(of: caller)
                    return try view.superApps(after: cursor, limit: size).map { try SuperAppView($0, for: permissions) }
                }
                return PageView(found, full: size, \.id)
            },
            APIRoute(
                .post, "v1/superapps", .action(.manageSuperApps), "super apps",
                "Create a super app, or take ownership of one without an owner", status: .created,
                problems: [.notFound, .conflict]
            ) { (request, body: NewSuperApp) in
                let caller = try request.who()
                return try await store.change(by: caller.actor) { change in
                    let changed = try change.createSuperApp(
                        body.id, name: body.name, organization: body.organization, by: caller)
                    return try change.view.shown(changed, to: caller)
                }
            },
            APIRoute(
                .get, "v1/superapps/:id", .action(.readSuperApps), "super apps", "A super app",
                problems: [.notFound]
            ) { request in
                let (caller, id) = (try request.who(), try request.part("id"))
                return try await store.read { view -> SuperAppView in
                    try view.shown(view.superApp(id, for: .readSuperApps, by: caller), to: caller)
                }
            },
            APIRoute(
                .put, "v1/superapps/:id", .action(.manageSuperApps), "super apps", "Give a super app another name",
                problems: [.notFound, .preconditionFailed]
            ) { (request, body: NameBody) in
                let (caller, id, revision) = (try request.who(), try request.part("id"), try request.revision())
                return try await store.change(by: caller.actor) { change in
                    let changed = try change.renameSuperApp(id, to: body.name, revision: revision, by: caller)
                    return try change.view.shown(changed, to: caller)
                }
            },
            APIRoute(
                .put, "v1/superapps/:id/policy", .action(.manageSuperApps), "super apps",
                "Set what a super app asks of versions, and who may release them",
                problems: [.notFound, .preconditionFailed]
            ) { (request, body: PolicyBody) in
                let (caller, id, revision) = (try request.who(), try request.part("id"), try request.revision())
                return try await store.change(by: caller.actor) { change in
                    let changed = try change.setPolicy(body.policy, of: id, revision: revision, by: caller)
                    return try change.view.shown(changed, to: caller)
                }
            },
            APIRoute(
                .put, "v1/superapps/:id/sign-in", .action(.manageSignIn), "super apps",
                "Say who signs the users' tokens of a super app", problems: [.notFound, .conflict]
            ) { (request, body: SignInSourceBody) in
                let (caller, id) = (try request.who(), try request.part("id"))
                let source = try SignInSource(issuer: body.issuer, keySet: body.keySet)
                guard source.issuer != commonIssuer else {
                    throw ActionError.taken("issuer", "It signs the users' tokens of the other super apps.")
                }
                return try await store.change(by: caller.actor) { change in
                    let changed = try change.setSignIn(source, of: id, by: caller)
                    return try change.view.shown(changed, to: caller)
                }
            },
            APIRoute(
                .delete, "v1/superapps/:id/sign-in", .action(.manageSignIn), "super apps",
                "Reset a super app to the Center's default token issuer",
                problems: [.notFound]
            ) { request in
                let (caller, id) = (try request.who(), try request.part("id"))
                _ = try await store.change(by: caller.actor) { try $0.setSignIn(nil, of: id, by: caller) }
            },
            state("disable", "Stop publishing in a super app; what was published stays"),
            state("enable", "Permit publishing in a super app again"),
        ]
    }

    private func state(_ verb: String, _ summary: String) -> APIRoute {
        APIRoute(
            .post, "v1/superapps/:id/\(verb)", .action(.manageSuperApps), "super apps", summary, problems: [.notFound]
        ) { (request, body: CommentBody) in
            let (caller, id) = (try request.who(), try request.part("id"))
            return try await store.change(by: caller.actor) { change in
                let changed = try change.setDisabled(verb == "disable", superApp: id, comment: body.comment, by: caller)
                return try change.view.shown(changed, to: caller)
            }
        }
    }
}

extension Snapshot {
    /// A super app as a caller may see it.
    fileprivate func shown(_ superApp: SuperApp, to caller: Caller) throws -> SuperAppView {
        try SuperAppView(superApp, for: permissions(of: caller))
    }
}
