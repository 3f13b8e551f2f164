import AtollCenterAPI
import AtollCenterAnswers
import AtollCenterDomain
import AtollPackages
import Hummingbird

/// The actions of reviewers.
struct ReviewRoutes {
    let store: PeopleStore
    let changes: VersionChanges

    var routes: [APIRoute] {
        [
            queue,
            changes.route("claim", .review, "review", "Begin to review a version") { change, version in
                try change.claim(version.code, of: version.id, revision: version.revision, by: version.caller)
            },
            changes.route("unclaim", .readVersions, "review", "Leave a review to others") { change, version in
                try change.unclaim(version.code, of: version.id, revision: version.revision, by: version.caller)
            },
            changes.route(
                "approvals", .decideReview, "review", "Say that a version may be released"
            ) { (body: CommentBody) in
                { change, version in
                    try change.approve(
                        version.code, of: version.id, comment: body.comment, revision: version.revision,
                        by: version.caller)
                }
            },
            changes.route(
                "reject", .decideReview, "review", "Refuse a version, for good"
            ) { (body: RejectionBody) in
                let reasons = body.reasons.compactMap(RejectionReason.init(rawValue:))
                return { change, version in
                    try change.reject(
                        version.code, of: version.id, reasons: reasons, comment: body.comment,
                        revision: version.revision, by: version.caller)
                }
            },
        ]
    }

    private var queue: APIRoute {
        APIRoute(
            .get, "v1/reviews", .action(.readVersions), "review",
            "The versions that wait for a reviewer, or are in another state, the longest waiting first",
            query: [
                .init(
                    name: "state", schema: .one(of: VersionState.allCases.map(\.rawValue)),
                    summary: "Only those in this state; by default those that are submitted or in review."),
                .init(name: "superApp", schema: .reverseDomain, summary: "Only those of this super app."),
                .init(
                    name: "latest", schema: .one(of: ["true", "false"]),
                    summary: "true: only those that no later version of the same mini app follows."),
                APIRequest.cursorParameter, APIRequest.limitParameter,
            ], problems: [.unprocessableContent]
        ) { request -> PageView<VersionView> in
            let (caller, size) = (try request.who(), try request.pageSize())
            let (state, superApp) = (try request.query("state"), try request.query("superApp"))
            if let state, VersionState(rawValue: state) == nil {
                throw Problem.part("state", "is not the state of a version")
            }
            if let superApp, MiniAppID(superApp) == nil {
                throw Problem.part("superApp", "is not the id of a super app")
            }
            let latest = try request.query("latest")
            guard [nil, "true", "false"].contains(latest) else { throw Problem.part("latest", "must be true or false") }
            let text = try request.query("cursor")
            let cursor = text.flatMap { Snapshot.QueueCursor($0) }
            if text != nil, cursor == nil { throw ActionError.invalid("cursor", "is not the end of a page") }
            return try await store.read { view in
                let found = try view.queue(
                    state.flatMap(VersionState.init(rawValue:)), superApp: superApp, isLatest: latest == "true",
                    after: cursor,
                    limit: size, for: caller)
                let permissions = try view.permissions(of: caller)
                return PageView(
                    try found.versions.map {
                        try VersionView($0, isAnnounced: view.isAnnounced($0.id), for: permissions)
                    },
                    next: found.next?.text)
            }
        }
    }
}
