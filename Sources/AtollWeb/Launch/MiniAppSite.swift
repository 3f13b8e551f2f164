import AtollCatalog
import AtollPackages
import AtollRuntime
import Foundation
import Hummingbird
import Logging

/// A mini app's own origin: its files, for the frame that was launched, and 404 for everybody else.
struct MiniAppSite: Sendable {
    let addresses: ShellAddresses
    let sessions: SessionStore
    let tickets: LaunchTickets
    let cache: MiniAppCache
    let entitlements: Entitlements
    /// The time, in seconds, within which a new version has to be ready.
    let readyWithin: Double
    /// The look of the host, for mini apps that want it.
    let theme: Data

    /// The largest file, in bytes, that a card on a home screen may load.
    static let maximumCardFile = 256 * 1024

    static let cookie = "__Host-launch"
    static let launchPath = "/.atoll/launch/"

    func respond(to request: Request, label: String, context: ShellContext) async -> Response {
        guard request.method == .get || request.method == .head, request.headers[.serviceWorker] == nil else {
            return notFound
        }
        do {
            if request.uri.path.hasPrefix(Self.launchPath) {
                return try await launch(String(request.uri.path.dropFirst(Self.launchPath.count)), label: label)
            }
            let response = try await file(request, label: label)
            return request.method == .head ? response.createHeadResponse() : response
        } catch {
            if case .damaged(let digest)? = error as? BlobError { await cache.discard(digest) }
            context.logger.error(
                "A file of a mini app can't be served.",
                metadata: ["label": "\(label)", "path": "\(request.uri.path)", "error": "\(error)"]
            )
            return notFound
        }
    }

    /// Trades the ticket for the launch cookie, which is kept to this frame under this very page around it
    /// (`Partitioned`): the same address at top level gets no cookie, and so no file.
    private func launch(_ text: String, label: String) async throws -> Response {
        guard
            let ticket = await tickets.redeem(text), MiniAppOrigin.label(for: ticket.miniApp) == label,
            let cookie = try await sessions.launch(
                ticket.miniApp, fileList: ticket.fileList, in: ticket.session, isCard: ticket.isCard)
        else { return notFound }
        // A card proves nothing of the mini app's own pages.
        if !ticket.isCard, let miniApp = try await cache.installed(ticket.miniApp, fileList: ticket.fileList) {
            await cache.started(miniApp, readyWithin: readyWithin)
        }
        var response = Response(status: .seeOther, headers: [.location: ticket.address])
        response.headers[.setCookie] =
            "\(Self.cookie)=\(cookie); Path=/; Secure; HttpOnly; SameSite=None; Partitioned"
        // A browser's own storage knows no users: what one left there must not greet the next.
        response.headers[.clearSiteData] = "\"storage\""
        return secured(response)
    }

    private func file(_ request: Request, label: String) async throws -> Response {
        guard
            let cookie = request.cookies[Self.cookie]?.value, let launch = await sessions.launch(cookie: cookie),
            MiniAppOrigin.label(for: launch.miniApp) == label,
            await entitlements.stillAllow(launch),
            let miniApp = try await cache.installed(launch.miniApp, fileList: launch.fileList),
            let resource = try ResourceServer(miniApp, theme: theme).resource(at: request.uri.path)
        else { return notFound }
        if launch.isCard == true, resource.contents.count > Self.maximumCardFile { return notFound }
        let tag = "\"\(resource.digest)\""
        var response = Response(
            status: .ok,
            // To be asked for again each time, so that nothing shows after the launch has ended.
            headers: [.contentType: resource.mediaType, .eTag: tag, .cacheControl: "private, no-cache"]
        )
        if request.headers[.ifNoneMatch] == tag {
            response.status = .notModified
        } else {
            response.body = .init(byteBuffer: ByteBuffer(bytes: resource.contents))
        }
        return secured(response)
    }

    private var notFound: Response {
        secured(
            Response(
                status: .notFound, headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
                body: .init(byteBuffer: ByteBuffer(string: "Not found.\n"))
            )
        )
    }

    private func secured(_ response: Response) -> Response {
        var response = response
        response.headers[.contentSecurityPolicy] = ContentSecurityPolicy(host: addresses.shellOrigin).header
        response.headers[.xContentTypeOptions] = "nosniff"
        response.headers[.crossOriginResourcePolicy] = "same-origin"
        response.headers[.originAgentCluster] = "?1"
        // Not `no-referrer`: that would also hide from a page what it came from within its own origin.
        response.headers[.referrerPolicy] = "same-origin"
        response.headers[.permissionsPolicy] = SecurityHeaders.nothingPermitted
        if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
        return response
    }
}
