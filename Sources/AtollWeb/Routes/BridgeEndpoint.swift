import AtollCatalog
import AtollPackages
import AtollRuntime
import BoundedServer
import Foundation
import Hummingbird

/// `POST /bridge?miniApp=…`, with `card=true` for a card on a home screen: a message that the shell's script received
/// from a mini app's port.
///
/// Only the shell's own script can call it: the request must have exactly the shell's origin, be JSON, and have
/// `Sec-Fetch-Site: same-origin`, which only the browser sets. A mini app can fulfil none of the three, and does not
/// have the session's cookie.
struct BridgeEndpoint: ShellRoutes {
    let browsers: BrowserSessions
    let cache: MiniAppCache
    let entitlements: LaunchEntitlements
    let pairwiseNames: PairwiseNames
    let host: BridgeContext.Host
    let addresses: ShellAddresses
    let bridge: BridgeRouter

    func add(to router: Router<ShellContext>) {
        router.post("bridge", use: answer)
    }

    @Sendable private func answer(_ request: Request, _ context: ShellContext) async throws -> Response {
        guard
            request.headers[.origin] == addresses.shellOrigin,
            request.headers[.secFetchSite] == "same-origin"
        else { throw ShellError.foreignRequest }
        guard request.headers[.contentType] == "application/json" else {
            throw ShellError.badRequest("The bridge accepts only JSON.")
        }
        let session = try context.signedIn()
        guard
            let id = request.uri.queryParameters["miniApp"].flatMap({ MiniAppID(String($0)) }),
            // A card may do less than the mini app, so the server checks which of the two was launched.
            let launch = session.launch(of: id, request.uri.queryParameters["card"] == "true" ? .card : .pages)
        else { throw ShellError.notFound }
        // The message is read first, so that a client that never completes it causes no lookups.
        guard let message = try await request.body(upTo: bridge.limits.messageBytes) else {
            let limit = bridge.limits.messageBytes
            return response(to: bridge.failure(BridgeError(.tooLarge, "A message must not exceed \(limit) bytes.")))
        }
        let user = try await browsers.user(of: session)
        guard await entitlements.stillAllow(launch),
            let miniApp = try await cache.installed(id, fileList: launch.fileList)
        else { throw ShellError.notFound }

        let language = Languages.preferred(in: request.headers[.acceptLanguage])
        var caller = BridgeContext(
            miniApp: id, version: miniApp.manifest.version,
            user: .init(pairwiseID: pairwiseNames.name(of: user.id, in: id), name: user.name),
            host: host,
            appearance: .init(
                theme: request.headers[.atollTheme] == "dark" ? .dark : .light,
                language: language,
                textLanguage: Languages.match(language, among: Languages.ofTexts(in: miniApp))
            )
        )
        caller.session = session.id.hex
        caller.fileList = launch.fileList
        caller.isCard = launch.surface == .card
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
