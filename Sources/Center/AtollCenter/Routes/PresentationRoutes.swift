import AtollCenterAnswers
import AtollCenterDomain
import AtollPackages
import Hummingbird

/// The notes and pictures of a version that users see before they open it.
struct PresentationRoutes {
    let store: PeopleStore
    let search: any SearchStore

    var routes: [CenterRoute] {
        [
            .visitor(
                .get, "v1/miniapps/:id/presentation",
                RouteDocument(
                    summary: "What is new in a version, and pictures of its pages", group: "devices",
                    answer: .presentation,
                    query: [
                        .init(
                            name: "code", schema: .integer(1...Int(Int32.max)), summary: "The code of the version.",
                            isRequired: true)
                    ], problems: [.unprocessableContent])
            ) { request, context in
                let id = try await context.openMiniApp(in: search)
                let codes = request.uri.queryParameters.getAll("code")
                guard codes.count == 1, let code = codes.first.flatMap({ Int($0) }), (1...Int(Int32.max)).contains(code)
                else { throw Problem.part("code", "must be the code of a version, once") }
                let found = try await store.read { view in
                    let version = try view.knownVersion(code, of: id)
                    let pictures = try view.rendering(of: version)?.pictures ?? []
                    return MiniAppPresentation(
                        notes: version.notes,
                        pictures: pictures.prefix(MiniAppPresentation.maximumPictures).map {
                            .init(page: $0.page, look: $0.look, sha256: $0.sha256)
                        }, publisherName: try version.miniApp.organization.flatMap { try view.organization($0)?.name })
                }
                var response = try Response.json(found)
                response.headers[.cacheControl] = "private, no-store"
                return response
            }
        ]
    }
}
