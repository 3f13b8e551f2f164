import AtollPackages
import AtollRuntime
import BoundedServer
import Foundation
import Hummingbird

/// `POST /bridge?miniApp=…`, with `card=true` from the card on a home screen: a message that the shell's script took from a mini app's port.
///
/// Only the shell's own script can call it: the request must come from exactly the shell's origin, as JSON, and as
/// `same-origin` in the browser's own words. A mini app has none of the three, nor the session.
struct BridgeEndpoint {
    let shell: ShellParts
    let bridge: BridgeRouter

    func add(to router: Router<ShellContext>) {
        router.post("bridge", use: answer)
    }

    @Sendable private func answer(_ request: Request, _ context: ShellContext) async throws -> Response {
        guard
            request.headers[.origin] == shell.configuration.addresses.shellOrigin,
            request.headers[.secFetchSite] == "same-origin"
        else { throw ShellError.foreignRequest }
        guard request.headers[.contentType] == "application/json" else {
            throw ShellError.badRequest("The bridge takes JSON.")
        }
        let session = try context.signedIn()
        guard
            let id = request.uri.queryParameters["miniApp"].flatMap({ MiniAppID(String($0)) }),
            // What a card may do is less, so it is the server that looks at which of the two was launched.
            let launch = session.launch(of: id, isCard: request.uri.queryParameters["card"] == "true")
        else { throw ShellError.notFound }
        // Whoever never sends the message whole makes nobody look anything up.
        guard let message = try await request.body(upTo: bridge.limits.messageBytes) else {
            let limit = bridge.limits.messageBytes
            return response(to: bridge.failure(BridgeError(.tooLarge, "A message has at most \(limit) bytes.")))
        }
        let user = try await shell.user(of: session)
        guard await shell.entitlements.stillAllow(launch),
            let miniApp = try await shell.cache.installed(id, fileList: launch.fileList)
        else { throw ShellError.notFound }

        let language = Languages.preferred(in: request.headers[.acceptLanguage])
        var caller = BridgeContext(
            miniApp: id, version: miniApp.manifest.version,
            user: .init(pairwiseID: shell.pairwiseNames.name(of: user.id, in: id), name: user.name),
            host: shell.configuration.host,
            appearance: .init(
                theme: request.headers[.atollTheme] == "dark" ? .dark : .light,
                language: language,
                textLanguage: Languages.match(language, among: Languages.ofTexts(in: miniApp))
            )
        )
        caller.session = session.id.hex
        caller.fileList = launch.fileList
        caller.isCard = launch.isCard ?? false
        return response(to: await bridge.reply(to: Data(message.readableBytesView), from: caller))
    }

    private func response(to reply: BridgeRouter.Reply) -> Response {
        var response = Response(status: reply.message == nil ? .noContent : .ok)
        if let message = reply.message {
            response.headers[.contentType] = "application/json"
            response.body = .init(byteBuffer: ByteBuffer(bytes: message))
        }
        if reply.actions.contains(.close) { response.headers[.atollAction] = BridgeResult.Action.close.rawValue }
        return response
    }
}
