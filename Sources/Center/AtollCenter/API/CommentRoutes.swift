import AtollCenterAPI
import AtollCenterDomain
import AtollCenterSignIn
import AtollPackages
import Hummingbird

/// The comments of reviewers and authors on a version.
struct CommentRoutes {
    let people: PeopleService

    private static let path = "v1/miniapps/:id/versions/:code/comments"

    var routes: [APIRoute] {
        [
            APIRoute(
                .get, Self.path, .action(.readVersions), "review",
                "The comments about a version, and about earlier ones: those that led to it, and those that are not resolved",
                problems: [.notFound]
            ) { request in
                let (caller, reference) = (try request.who(), try VersionChanges.Reference(request))
                return try await people.store.read { view in
                    let version = try view.version(reference.code, of: reference.id, for: .readVersions, by: caller)
                    let comments = try view.comments(of: version)
                    return PageView(try comments.map { try Self.view(of: $0, view, caller) }, next: nil)
                }
            },
            APIRoute(
                .post, Self.path, .action(.discussReview), "review",
                "Comment on a version, on a file, or on a line of it, as a reviewer or as its author", status: .created,
                problems: [.notFound, .conflict]
            ) { (request, body: NewCommentBody) in
                let (caller, reference) = (try request.who(), try VersionChanges.Reference(request))
                let id = people.newID()
                return try await people.store.change(by: caller.actor) { change in
                    let made = try change.comment(
                        on: reference.code, of: reference.id, body.comment, id: id, by: caller)
                    return try Self.view(of: made, change.view, caller)
                }
            },
            APIRoute(
                .put, "\(Self.path)/:comment", .action(.discussReview), "review",
                "Resolve one's own comment, or open it again", problems: [.notFound]
            ) { (request, body: ResolutionBody) in
                let (caller, reference) = (try request.who(), try VersionChanges.Reference(request))
                let id = try request.part("comment")
                return try await people.store.change(by: caller.actor) { change in
                    let comment = try change.resolve(
                        id, of: reference.code, of: reference.id, isResolved: body.isResolved, by: caller)
                    return try Self.view(of: comment, change.view, caller)
                }
            },
        ]
    }

    private static func view(of comment: ReviewComment, _ view: Snapshot, _ caller: Caller) throws -> ReviewCommentView
    {
        ReviewCommentView(
            comment, author: try view.names(of: [comment.author], visibleTo: caller)[comment.author],
            isOwn: comment.author == caller.responsible)
    }
}
