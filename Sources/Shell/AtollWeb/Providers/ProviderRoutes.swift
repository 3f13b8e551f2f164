import AtollPackages
import AtollRateLimiting
import AtollRuntime
import BoundedServer
import Foundation
import Hummingbird
import Logging
import SignedJSON

/// The requests of the page around a mini app to the super app's providers, after the user has agreed.
///
/// | | | |
/// | --- | --- | --- |
/// | `POST /bridge/payments?miniApp=…&version=…` | JSON: `id`, `value`, `currency`, `label`, `items`, `data` | result |
/// | `POST /bridge/contacts?miniApp=…&version=…` | JSON: `{}` | the people to choose from |
/// | `POST /bridge/messages?miniApp=…&version=…` | JSON: `to`, `text`, `path` | whether it was sent |
///
/// They are for the page around a mini app, and checked as in ``BridgeEndpoint``. The permission is checked again here,
/// because it may have been revoked while the user looked at the sheet.
struct ProviderRoutes: ShellRoutes {
    let caller: BridgeCaller
    let consents: ConsentStore
    let providers: ShellProviders
    /// The limit for the messages of one user.
    private let messages = RateLimiter<String>(.init(burst: 10, perSecond: 1.0 / 6))

    init(caller: BridgeCaller, consents: ConsentStore, providers: ShellProviders) {
        self.caller = caller
        self.consents = consents
        self.providers = providers
    }

    private static let maximumBody = 32_768

    func add(to router: Router<ShellContext>) {
        router.post("bridge/payments", use: pay)
        router.post("bridge/contacts", use: contacts)
        router.post("bridge/messages", use: send)
    }

    private struct Payment: Decodable {
        let id: String
        let value: String
        let currency: String
        let label: String
        let items: [PaymentRequest.Item]?
    }

    @Sendable private func pay(_ request: Request, _ context: ShellContext) async throws -> Response {
        let (session, launch) = try caller.launch(of: request, context)
        guard let provider = providers.payments else { throw ShellError.notFound }
        let bytes = try await bytes(of: request)
        let payment: Payment = try Self.decode(bytes)
        let items = payment.items ?? []
        guard (1...100).contains(payment.id.unicodeScalars.count), (1...15).contains(payment.value.utf8.count),
            (1...100).contains(payment.label.unicodeScalars.count),
            PaymentRequest.isAmount(payment.value, in: payment.currency),
            items.allSatisfy({ (1...100).contains($0.label.unicodeScalars.count) }),
            items.isEmpty || PaymentRequest.isBill(items.map(\.value), of: payment.value, in: payment.currency)
        else { throw ShellError.badRequest("The payment does not have the expected form.") }
        let launched = try await caller.launched(session, launch)
        try await require("payments", launched)
        let outcome = await provider.outcome(
            of: .init(
                id: payment.id, value: payment.value, currency: payment.currency, label: payment.label, items: items,
                data: (try? BridgeValue(json: bytes))?["data"]),
            of: launch.miniApp, by: launched.user.id)
        context.logger.notice(
            "A payment was asked for.",
            metadata: [
                "user": "\(launched.user.id)", "miniApp": "\(launch.miniApp)",
                "status": "\(outcome.status.rawValue)",
            ])
        return try .json(outcome)
    }

    private struct Person: Encodable {
        let id: String
        let name: String
        let email: String?
        let phone: String?
    }

    @Sendable private func contacts(_ request: Request, _ context: ShellContext) async throws -> Response {
        let (session, launch) = try caller.launch(of: request, context)
        guard let provider = providers.contacts else { throw ShellError.notFound }
        let launched = try await caller.launched(session, launch)
        let people = try await provider.contacts(of: launched.user.id).prefix(1_000)
        return try .json(people.map { Person(id: $0.id, name: $0.name, email: $0.email, phone: $0.phone) })
    }

    private struct Message: Decodable {
        let to: String
        let text: String
        let path: String?
    }

    private struct Sent: Encodable {
        let sent: Bool
    }

    @Sendable private func send(_ request: Request, _ context: ShellContext) async throws -> Response {
        let (session, launch) = try caller.launch(of: request, context)
        guard let provider = providers.messages, let contacts = providers.contacts else { throw ShellError.notFound }
        let message: Message = try await body(of: request)
        let launched = try await caller.launched(session, launch)
        try await require("messages", launched)
        let wait = messages.take(launched.user.id)
        guard wait <= .zero else { throw ShellError.tooMany(retryAfter: Int(wait.components.seconds) + 1) }
        // The recipient must be a contact whom the user could have chosen.
        guard (1...1_000).contains(message.text.unicodeScalars.count), message.path.map(MiniAppNotice.isPath) ?? true,
            try await contacts.contacts(of: launched.user.id).contains(where: { $0.id == message.to })
        else { throw ShellError.badRequest("The message does not have the expected form.") }
        let isSent = await provider.send(
            .init(to: message.to, text: message.text, miniApp: launch.miniApp, path: message.path),
            from: launched.user.id)
        return try .json(Sent(sent: isSent))
    }

    private func require(_ permission: String, _ launched: BridgeCaller.Launched) async throws {
        let states = try await consents.states(
            of: launched.miniApp, for: launched.user.id, launch: launched.launch.id)
        guard states[permission] == .granted else { throw ShellError.foreignRequest }
    }

    private func body<Body: Decodable>(of request: Request) async throws -> Body {
        try Self.decode(try await bytes(of: request))
    }

    private func bytes(of request: Request) async throws -> Data {
        guard let bytes = try await request.body(upTo: Self.maximumBody) else { throw Self.malformed }
        return Data(bytes.readableBytesView)
    }

    private static let malformed = ShellError.badRequest("The request does not have the expected form.")

    private static func decode<Body: Decodable>(_ bytes: Data) throws -> Body {
        guard let body = try? JSONDecoder().decode(Body.self, fromForeign: bytes) else { throw malformed }
        return body
    }
}
