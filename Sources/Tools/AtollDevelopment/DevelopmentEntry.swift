import AtollRuntime
import AtollWeb
import BoundedServer
import Foundation
import Hummingbird
import SignedJSON

/// The additional routes of a pane on a developer's page.
///
/// | | | |
/// | --- | --- | --- |
/// | `GET /.dev/enter?to=…` | | signs in the pane's user, who has no password, and redirects |
/// | `GET /service-worker.js` | | a worker that does nothing |
/// | `POST /.dev/decision` | JSON: `permission`, `decision` | decides for the user; without a decision, asks again |
struct DevelopmentEntry: ShellRoutes {
    let user: User
    let shown: ShownFolder
    let services: StageServices

    private static let maximumBody = 4_096

    func add(to router: Router<ShellContext>) {
        router.get(".dev/enter", use: enter)
        router.post(".dev/decision", use: decide)
        router.get("\(StageServices.workerPath)") { _, _ -> Response in
            Response(
                status: .ok,
                headers: [.contentType: "text/javascript; charset=utf-8", .cacheControl: "no-store"],
                body: .init(byteBuffer: ByteBuffer(string: "// Nothing is cached during development.\n")))
        }
    }

    @Sendable private func enter(_ request: Request, _ context: ShellContext) async throws -> Response {
        try await services.enter(as: user, request, context)
    }

    private struct Decision: Decodable {
        let permission: String
        let decision: PermissionLedger.Decision?
    }

    @Sendable private func decide(_ request: Request, _ context: ShellContext) async throws -> Response {
        guard let bytes = try await request.body(upTo: Self.maximumBody),
            let body = try? JSONDecoder().decode(Decision.self, fromForeign: Data(bytes.readableBytesView)),
            let miniApp = shown.miniApp?.miniApp, miniApp.declaredPermissionNames.contains(body.permission)
        else { throw StageServices.badRequest("The mini app does not ask for this permission.") }
        try await services.decide(body.decision, on: body.permission, of: miniApp.manifest.id, context)
        return Response(status: .noContent)
    }
}
