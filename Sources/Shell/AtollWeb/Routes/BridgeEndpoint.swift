import AtollPackages
import AtollRuntime
import BoundedServer
import Foundation
import Hummingbird

/// `POST /bridge?miniApp=…&version=…`, with `card=true` for a card on a home screen: a message that the shell's script
/// received from a mini app's port. See ``BridgeCaller`` for who can send it.
///
/// The header `Atoll-Action` instructs the script to do more: close the mini app, carry out a call that this server has
/// checked, or ask the user for the permissions in `Atoll-Ask` and send the message again.
struct BridgeEndpoint: ShellRoutes {
    let caller: BridgeCaller
    let consents: ConsentStore
    let contexts: LaunchContexts?
    let pairwiseNames: PairwiseNames
    let photos: PhotoStore
    let host: BridgeContext.Host
    let backEnds: [String: String]
    let bridge: BridgeRouter
    /// Whether the mini apps are unpublished.
    let isPreview: Bool

    func add(to router: Router<ShellContext>) {
        router.post("bridge", use: answer)
    }

    @Sendable private func answer(_ request: Request, _ context: ShellContext) async throws -> Response {
        let headers = BridgeHeaders(request.headers)
        let (session, launch) = try caller.launch(of: request, headers, context)
        // The message is read first, so that a client that never completes it causes no lookups.
        guard let message = try await request.body(upTo: bridge.limits.messageBytes) else {
            let limit = bridge.limits.messageBytes
            return response(to: bridge.failure(BridgeError(.tooLarge, "A message must not exceed \(limit) bytes.")))
        }
        let language = Languages.preferred(in: headers.language)
        let make = { @Sendable in
            try await bridgeContext(of: try await caller.launched(session, launch), in: language)
        }
        var from =
            if let contexts { try await contexts.context(of: launch.id, in: language, make) } else {
                try await make()
            }
        from.appearance.theme = headers.theme == "dark" ? .dark : .light
        from.appearance.timeZone = Self.timeZone(headers.timeZone)
        return response(to: await bridge.reply(to: Data(message.readableBytesView), from: from))
    }

    /// The parts of the context that do not depend on a single call.
    private func bridgeContext(of launched: BridgeCaller.Launched, in language: String) async throws -> BridgeContext {
        let (user, miniApp, launch) = (launched.user, launched.miniApp, launched.launch)
        let id = miniApp.manifest.id
        var from = BridgeContext(
            miniApp: id, version: miniApp.manifest.version,
            user: .init(
                pairwiseID: pairwiseNames.name(
                    of: user.id, in: id, forgotten: try await consents.timesForgotten(id, by: user.id)),
                name: user.name),
            host: host,
            appearance: .init(
                theme: .light, language: language,
                textLanguage: Languages.ofTexts(in: miniApp, for: language)
            )
        )
        from.user.email = user.email
        from.user.isEmailVerified = user.email != nil
        from.permissions = try await consents.states(of: miniApp, for: user.id, launch: launch.id)
        if from.permissions["user.photo"] == .granted { from.user.photo = try? photos.photo(of: user.id)?.address }
        from.tokens = miniApp.manifest.tokens
        from.isPreview = isPreview || id.isPreview
        from.backEnds = backEnds.filter { miniApp.manifest.network.contains($0.key) }
        from.session = launched.session.id.hex
        from.launch = launch.id.hex
        from.fileList = launch.fileList
        from.isCard = launch.surface == .card
        return from
    }

    /// Names in a header, encoded as parts of a URL: a scope may have a comma.
    private static func list(_ names: [String]) -> String {
        names.map { $0.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "" }.joined(separator: ",")
    }

    /// Returns the name of a time zone if it has a valid form.
    private static func timeZone(_ text: String?) -> String? {
        guard let text, (1...64).contains(text.utf8.count),
            text.utf8.allSatisfy({ byte in
                (0x61...0x7a).contains(byte | 0x20) || (0x30...0x39).contains(byte) || "/_+-".utf8.contains(byte)
            })
        else { return nil }
        return text
    }

    private func response(to reply: BridgeRouter.Reply) -> Response {
        var response =
            if let message = reply.message {
                Response(
                    status: .ok, headers: [.cacheControl: "no-store", .contentType: "application/json"],
                    body: .init(byteBuffer: ByteBuffer(bytes: message)))
            } else {
                Response(status: .noContent, headers: [.cacheControl: "no-store"])
            }
        if let action = reply.actions.first { response.headers[.atollAction] = action.rawValue }
        if !reply.asks.isEmpty { response.headers[.atollAsk] = Self.list(reply.asks) }
        return response
    }
}
