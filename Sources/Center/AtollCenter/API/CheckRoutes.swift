import AtollCenterAPI
import AtollCenterDomain
import AtollPackages
import AtollReview
import Hummingbird

/// The findings in versions, and the ones that reviewers have accepted.
struct CheckRoutes {
    let store: PeopleStore
    let checks: PackageChecks

    private static let path = "v1/miniapps/:id/versions/:code/checks"

    var routes: [APIRoute] {
        [
            APIRoute(
                .get, Self.path, .action(.readVersions), "review", "What the checks have found in a version",
                problems: [.notFound]
            ) { request in try await view(request) },
            APIRoute(
                .post, Self.path, .action(.discussReview), "review",
                "Check a version again, which the checks or other mini apps may see otherwise by now",
                problems: [.notFound, .conflict]
            ) { request in
                let (caller, reference) = (try request.who(), try VersionChanges.Reference(request))
                let version = try await store.read {
                    try $0.version(reference.code, of: reference.id, for: .discussReview, by: caller)
                }
                let found = try await checks.checkAgain(version)
                try await store.change(by: caller.actor) { change in
                    let version = try change.view.version(
                        reference.code, of: reference.id, for: .discussReview, by: caller)
                    try change.saveAgain(found, of: version)
                }
                return try await view(request)
            },
            APIRoute(
                .post, "\(Self.path)/accepted", .action(.review), "review",
                "Accept a finding, with a word: it is folded until something changes there", problems: [.notFound]
            ) { (request, body: AcceptedFindingBody) in
                let (caller, reference) = (try request.who(), try VersionChanges.Reference(request))
                try await store.change(by: caller.actor) { change in
                    try change.acceptFinding(
                        body.key, of: reference.code, of: reference.id, comment: body.comment, by: caller)
                }
            },
        ]
    }

    private func view(_ request: APIRequest) async throws -> CheckView {
        let (caller, reference) = (try request.who(), try VersionChanges.Reference(request))
        return try await store.read { view in
            let version = try view.version(reference.code, of: reference.id, for: .readVersions, by: caller)
            return CheckView(
                try view.check(of: version), rendered: try view.rendering(of: version)?.findings ?? [],
                accepted: try view.acceptedFindings(of: version.id))
        }
    }
}
