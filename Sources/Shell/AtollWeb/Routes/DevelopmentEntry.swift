import AtollRuntime
import BoundedServer
import Foundation
import Hummingbird
import SignedJSON

/// What a pane of a developer's page can do besides.
///
/// | | | |
/// | --- | --- | --- |
/// | `GET /.dev/enter?to=…` | | signs the user of the pane in, who has no password, and leads on |
/// | `GET /service-worker.js` | | a worker that does nothing |
/// | `POST /.dev/decision` | JSON: `permission`, `decision` | decides in the user's place; without a decision, they are asked again |
struct DevelopmentEntry: ShellRoutes {
    let pane: ShellDevelopment.Pane
    let development: ShellDevelopment
    let browsers: BrowserSessions
    let consents: ConsentStore

    private static let maximumBody = 4_096

    func add(to router: Router<ShellContext>) {
        router.get(".dev/enter", use: enter)
        router.post(".dev/decision", use: decide)
        router.get("\(InstallableApp.workerPath)") { _, _ -> Response in
            Response(
                status: .ok,
                headers: [.contentType: "text/javascript; charset=utf-8", .cacheControl: "no-store"],
                body: .init(byteBuffer: ByteBuffer(string: "// What is worked on is not kept.\n")))
        }
    }

    @Sendable private func enter(_ request: Request, _ context: ShellContext) async throws -> Response {
        // Of another site's pages, none may sign anybody in.
        guard request.headers[.secFetchSite] != "cross-site" else { throw ShellError.foreignRequest }
        let address = LocalAddress.checked(request.uri.queryParameters["to"].map(String.init) ?? "/")
        if context.session?.user == pane.user.id {
            return Response(status: .seeOther, headers: [.location: address])
        }
        return try await browsers.begin(for: pane.user, request, context, leadingTo: address)
    }

    private struct Decision: Decodable {
        let permission: String
        let decision: PermissionLedger.Decision?
    }

    @Sendable private func decide(_ request: Request, _ context: ShellContext) async throws -> Response {
        let session = try context.signedIn()
        guard let bytes = try await request.body(upTo: Self.maximumBody),
            let body = try? JSONDecoder().decode(Decision.self, fromForeign: Data(bytes.readableBytesView)),
            let miniApp = development.miniApp?.miniApp, miniApp.declaredPermissionNames.contains(body.permission)
        else { throw ShellError.badRequest("The mini app does not ask for this permission.") }
        try await consents.replace(body.decision, on: body.permission, of: miniApp.manifest.id, by: session.user)
        return Response(status: .noContent)
    }
}
