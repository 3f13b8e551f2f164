import AtollCatalog
import AtollPackages
import AtollRuntime
import Foundation
import HTTPTypes
import Hummingbird
import Logging

/// A mini app's own origin: its files, for the frame that was launched, and 404 for everybody else.
struct MiniAppSite: Sendable {
    let shell: ShellParts

    /// The largest file, in bytes, that a card on a home screen may load.
    static let maximumCardFile = 256 * 1024

    static let cookie = "__Host-launch"
    /// Remembers who launched the mini app last, in a way that tells nobody.
    static let markCookie = "__Host-last"
    static let launchPath = "/.atoll/launch/"

    func respond(to request: Request, label: String, context: ShellContext) async -> Response {
        guard request.method == .get || request.method == .head, request.headers[.serviceWorker] == nil else {
            return notFound
        }
        do {
            if request.uri.path.hasPrefix(Self.launchPath) {
                return try await launch(
                    String(request.uri.path.dropFirst(Self.launchPath.count)), label: label,
                    mark: request.cookie(Self.markCookie))
            }
            let response = try await file(request, label: label)
            return request.method == .head ? response.createHeadResponse() : response
        } catch {
            if case .damaged(let digest)? = error as? BlobError { await shell.cache.discard(digest) }
            context.logger.error(
                "A file of a mini app can't be served.",
                metadata: ["label": "\(LogText.short(label))", "error": "\(error)"]
            )
            return notFound
        }
    }

    /// Trades the ticket for the launch cookie, which is kept to this frame under this very page around it
    /// (`Partitioned`): the same address at top level gets no cookie, and so no file.
    ///
    /// A browser's own storage and cookies know no users. Where it does not say that this user launched the mini app last, it is
    /// told to forget both, and comes back for the cookie: one that came with that answer would be forgotten with the others.
    private func launch(_ text: String, label: String, mark: String?) async throws -> Response {
        guard let ticket = await shell.tickets.redeem(text), MiniAppOrigin.label(for: ticket.miniApp) == label,
            let session = await shell.sessions.session(ticket.session)
        else { return notFound }
        let ownMark = shell.pairwiseNames.launchMark(of: session.user, in: ticket.miniApp)
        guard ticket.isCleared || mark == ownMark else {
            var next = ticket
            next.isCleared = true
            let address = Self.launchPath + (await shell.tickets.issue(next))
            return secured(
                Response(
                    status: .seeOther,
                    headers: [.location: address, .clearSiteData: "\"cookies\", \"storage\""]))
        }
        guard
            let cookie = try await shell.sessions.launch(
                ticket.miniApp, fileList: ticket.fileList, in: ticket.session, isCard: ticket.isCard)
        else { return notFound }
        // A card proves nothing of the mini app's own pages.
        if !ticket.isCard, let user = try await shell.users.user(id: session.user),
            let miniApp = try await shell.cache.installed(ticket.miniApp, fileList: ticket.fileList)
        {
            await shell.cache.started(
                miniApp, readyWithin: shell.configuration.readyWithin, for: shell.center.runner(user))
        }
        var response = Response(status: .seeOther, headers: [.location: ticket.address])
        let attributes = "Path=/; Secure; HttpOnly; SameSite=None; Partitioned"
        response.headers.append(HTTPField(name: .setCookie, value: "\(Self.cookie)=\(cookie); \(attributes)"))
        // Each time, so that it lasts for as long as somebody comes.
        response.headers.append(
            HTTPField(
                name: .setCookie,
                value: "\(Self.markCookie)=\(ownMark); \(attributes); Max-Age=\(Int(Session.lifetime))"))
        return secured(response)
    }

    private func file(_ request: Request, label: String) async throws -> Response {
        guard
            let cookie = request.cookie(Self.cookie), let launch = await shell.sessions.launch(cookie: cookie),
            MiniAppOrigin.label(for: launch.miniApp) == label,
            await shell.entitlements.stillAllow(launch),
            let miniApp = try await shell.cache.installed(launch.miniApp, fileList: launch.fileList),
            let resource = try ResourceServer(miniApp, theme: shell.configuration.theme).resource(at: request.uri.path)
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
        let addresses = shell.configuration.addresses
        var response = SecurityHeaders.common(to: response, isSecure: addresses.scheme == "https")
        response.headers[.contentSecurityPolicy] = ContentSecurityPolicy(host: addresses.shellOrigin).header
        response.headers[.originAgentCluster] = "?1"
        response.headers[.permissionsPolicy] = SecurityHeaders.nothingPermitted
        return response
    }
}
