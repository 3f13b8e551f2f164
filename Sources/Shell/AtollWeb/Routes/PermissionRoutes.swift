import AtollCatalog
import AtollPackages
import AtollRuntime
import AtollTexts
import BoundedServer
import Foundation
import Hummingbird
import SignedJSON

/// The questions to users about permissions, and their answers.
///
/// | | | |
/// | --- | --- | --- |
/// | `POST /bridge/question?miniApp=…&version=…` | JSON: `names` | the contents of the sheet |
/// | `POST /bridge/answer?miniApp=…&version=…` | JSON: `answers` by name | 204 |
/// | `POST /permissions/change` | form: `miniApp`, `permission`, `decision`, `return` | the settings |
/// | `POST /permissions/forget` | form: `miniApp`, `return` | back |
///
/// The sheet shows the permissions that can be asked for. Forgetting a mini app removes its data, and it knows the user
/// by another name, as if they had never opened it.
///
/// The first two are for the page around a mini app, and checked as in ``BridgeEndpoint``.
struct PermissionRoutes: ShellRoutes {
    let caller: BridgeCaller
    let consents: ConsentStore
    let forgetting: MiniAppForgetting
    let usage: any UsageCounting
    let throttles: AccountThrottles

    private static let maximumBody = 4_096
    private static let maximumNames = 20

    func add(to router: Router<ShellContext>) {
        router.post("bridge/question", use: question)
        router.post("bridge/answer", use: answer)
        router.post("permissions/change", use: settle)
        router.post("permissions/forget", use: forget)
    }

    private struct Asked: Decodable {
        let names: [String]
    }

    private struct Question: Encodable {
        struct Item: Encodable {
            let name: String
            let words: String
            let reason: String?
            let isCritical: Bool
        }
        let name: String
        let items: [Item]
    }

    private struct Answers: Decodable {
        let answers: [String: PermissionAnswer]
    }

    @Sendable private func question(_ request: Request, _ context: ShellContext) async throws -> Response {
        let (session, launch) = try caller.launch(of: request, context)
        let asked: Asked = try await body(of: request)
        guard asked.names.count <= Self.maximumNames else {
            throw ShellError.badRequest("Ask for at most \(Self.maximumNames) permissions.")
        }
        let launched = try await caller.launched(session, launch)
        try AccountThrottles.take(throttles.questions, launched.user.id)
        let states = try await consents.states(of: launched.miniApp, for: launched.user.id, launch: launch.id)
        let miniApp = launched.miniApp.localized(in: [TextLanguage.current])
        let items = miniApp.askablePermissions.meant(by: asked.names)
            .filter { states[$0.name] == .prompt }
            .map { permission in
                Question.Item(
                    name: permission.name, words: PermissionWords.words(for: permission.name),
                    reason: permission.reason, isCritical: permission.isCritical)
            }
        let question = Question(name: miniApp.manifest.name, items: items)
        return try .json(question)
    }

    @Sendable private func answer(_ request: Request, _ context: ShellContext) async throws -> Response {
        let (session, launch) = try caller.launch(of: request, context)
        let body: Answers = try await body(of: request)
        let launched = try await caller.launched(session, launch)
        let counting = try await consents.answer(
            body.answers, of: launched.miniApp, for: launched.user.id, launch: launch.id)
        for (name, answer) in counting {
            usage.count(
                .permission(TokenPermission.publicName(of: name), answer.rawValue), 1, of: launch.miniApp,
                code: launched.miniApp.manifest.version.code)
        }
        return Response(status: .noContent)
    }

    @Sendable private func settle(_ request: Request, _ context: ShellContext) async throws -> Response {
        let session = try context.signedIn()
        let form = try await Form(request)
        guard let id = MiniAppID(form["miniApp"]), let decision = PermissionLedger.Decision(rawValue: form["decision"])
        else { throw ShellError.badRequest("The form must name a mini app and a decision.") }
        try await consents.settle(decision, on: form["permission"], for: id, of: session.user)
        if TokenPermission.publicName(of: form["permission"]) == TokenPermission.group, decision == .denied {
            await forgetting.issued.revokeAll(of: session.user, for: id)
        }
        if form["permission"] == "notifications", decision == .denied {
            try await forgetting.kept.notices.withdraw(id, of: session.user)
        }
        context.logger.info(
            "A user has changed a permission.", metadata: ["user": "\(session.user)", "miniApp": "\(id)"])
        return back(form)
    }

    @Sendable private func forget(_ request: Request, _ context: ShellContext) async throws -> Response {
        let session = try context.signedIn()
        let form = try await Form(request)
        guard let id = MiniAppID(form["miniApp"]) else {
            throw ShellError.badRequest("The form must name a mini app.")
        }
        // Ignores mini apps that the user does not know, so that clients can't grow the user's file.
        let ledger = try await consents.ledger(of: session.user)
        guard session.launch(of: id) != nil || !ledger.entries(for: id).isEmpty else { return back(form) }
        let user = try await caller.browsers.user(of: session)
        try await forgetting.forget(id, of: user)
        context.logger.info(
            "A user has forgotten a mini app.", metadata: ["user": "\(session.user)", "miniApp": "\(id)"])
        return back(form)
    }

    private func back(_ form: Form) -> Response {
        Response(status: .seeOther, headers: [.location: LocalAddress.checked(form["return"])])
    }

    private func body<Body: Decodable>(of request: Request) async throws -> Body {
        guard let bytes = try await request.body(upTo: Self.maximumBody),
            let body = try? JSONDecoder().decode(Body.self, fromForeign: Data(bytes.readableBytesView))
        else { throw ShellError.badRequest("The request does not have the expected form.") }
        return body
    }
}
