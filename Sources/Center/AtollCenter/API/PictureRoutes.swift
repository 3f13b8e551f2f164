import AtollCenterAPI
import AtollCenterAnswers
import AtollCenterDomain
import AtollPackages
import Hummingbird

/// Pictures of the pages of versions.
struct PictureRoutes {
    let store: PeopleStore
    let files: VersionFiles
    /// Whether this process opens pages itself.
    let hasRenderer: Bool

    private static let path = "v1/miniapps/:id/versions/:code/pictures"

    var routes: [APIRoute] {
        [
            APIRoute(
                .get, Self.path, .action(.readVersions), "review", "Which pictures there are of a version's pages",
                problems: [.notFound]
            ) { request in try await view(request) },
            APIRoute(
                .get, "\(Self.path)/contents", .action(.readVersions), "review",
                "A picture of a page, a PNG in base64",
                query: [
                    RouteDocument.Parameter(
                        name: "page", schema: .text(1...255), summary: "The page, as the manifest names it.",
                        isRequired: true),
                    RouteDocument.Parameter(
                        name: "look", schema: .text(1...40, pattern: "^[a-z-]+$"),
                        summary: "The device and the colour scheme, such as phone-light.", isRequired: true),
                ], problems: [.notFound, .conflict]
            ) { request in
                let (caller, reference) = (try request.who(), try VersionChanges.Reference(request))
                let pictures = try await store.read { view in
                    let version = try view.version(reference.code, of: reference.id, for: .readVersions, by: caller)
                    return try view.rendering(of: version)?.pictures ?? []
                }
                let (page, look) = (try request.query("page", upTo: 255), try request.query("look", upTo: 40))
                guard let page, let look else { throw Problem.part(page == nil ? "page" : "look", "is missing") }
                let found = pictures.first { $0.page == page && $0.look == look }
                guard let found else { throw ActionError.unknown("picture") }
                guard let contents = try await files.blobs.read(found.sha256) else {
                    throw ActionError.conflict(rule: "no-files", "The picture is no longer stored.")
                }
                return FileContentsView(path: page, contents: contents)
            },
            APIRoute(
                .post, Self.path, .action(.discussReview), "review", "Have a version's pages opened in a browser again",
                status: .accepted, problems: [.notFound, .conflict]
            ) { request in
                let (caller, reference) = (try request.who(), try VersionChanges.Reference(request))
                try await store.change(by: caller.actor) { change in
                    let version = try change.view.version(
                        reference.code, of: reference.id, for: .discussReview, by: caller)
                    guard version.hasFiles else {
                        throw ActionError.conflict(rule: "no-files", "The files of the version are no longer stored.")
                    }
                    try change.askForRenderingAgain(of: version)
                }
                return try await view(request)
            },
        ]
    }

    private func view(_ request: APIRequest) async throws -> PicturesView {
        let (caller, reference) = (try request.who(), try VersionChanges.Reference(request))
        return try await store.read { view in
            let version = try view.version(reference.code, of: reference.id, for: .readVersions, by: caller)
            return PicturesView(try view.rendering(of: version), hasRenderer: hasRenderer)
        }
    }
}
