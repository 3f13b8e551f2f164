import AtollCatalog
import AtollPackages
import AtollRuntime
import Foundation
import HTTPTypes
import Hummingbird
import Logging

/// Serves a mini app's own origin: its files for the frame that was launched, and 404 for any other request.
struct MiniAppResponder: Sendable {
    let configuration: ShellConfiguration
    let browsers: BrowserSessions
    let tickets: LaunchTickets
    let center: CenterAccess
    let cache: MiniAppCache
    let entitlements: LaunchEntitlements
    /// How often a user has forgotten a mini app.
    let timesForgotten: @Sendable (_ user: String, MiniAppID) async throws -> Int
    let pairwiseNames: PairwiseNames
    let preferences: PreferenceStore

    /// The largest file, in bytes, that a card on a home screen may load.
    static let maximumCardFile = 256 * 1024

    static let cookie = "__Host-launch"
    /// Identifies the user who launched the mini app last, without revealing who that is.
    static let markCookie = "__Host-last"

    func respond(to request: Request, label: String, context: ShellContext) async -> Response {
        guard request.method == .get || request.method == .head, request.headers[.serviceWorker] == nil else {
            return notFound
        }
        do {
            let response: Response
            if request.method == .get, let (text, address) = LaunchTickets.ticket(in: request.uri.string),
                let ticket = await tickets.redeem(text), ticket.address == address
            {
                response = try await launch(ticket, label: label, request)
            } else {
                // A page that is loaded again has a ticket that was used.
                response = try await file(request, label: label)
            }
            return request.method == .head ? response.createHeadResponse() : response
        } catch {
            if case .damaged(let digest)? = error as? BlobError { await cache.discard(digest) }
            context.logger.error(
                "A file of a mini app can't be served.",
                metadata: ["label": "\(LogText.short(label))", "error": "\(error)"]
            )
            return notFound
        }
    }

    /// Answers with the page that a ticket names, and with the launch cookie for what that page loads. The browser sends the
    /// cookie only for a frame within the shell (`Partitioned`): the same URL at top level gets no cookie, and so no file.
    ///
    /// A browser's storage and cookies do not distinguish the super app's users. Unless the mark cookie shows that the
    /// same user launched the mini app last, the browser is told to clear both, and redirected to a new ticket for the
    /// launch cookie: a cookie in the same response would be cleared with the others.
    private func launch(_ ticket: LaunchTickets.Ticket, label: String, _ request: Request) async throws -> Response {
        guard MiniAppOrigin.label(for: ticket.miniApp, ticket.surface) == label,
            let session = await browsers.sessions.session(ticket.session)
        else { return notFound }
        let ownMark = pairwiseNames.launchMark(
            of: session.user, in: ticket.miniApp,
            forgotten: try await timesForgotten(session.user, ticket.miniApp))
        let isSameUser = request.cookie(Self.markCookie) == ownMark
        guard ticket.isCleared || isSameUser else {
            var next = ticket
            next.isCleared = true
            return secured(
                Response(
                    status: .seeOther,
                    headers: [
                        .location: LaunchTickets.address(next.address, with: await tickets.issue(next)),
                        .clearSiteData: "\"cookies\", \"storage\"",
                    ]))
        }
        guard
            let cookie = try await browsers.sessions.launch(
                ticket.miniApp, fileList: ticket.fileList, in: ticket.session, surface: ticket.surface),
            let launch = await browsers.sessions.launch(cookie: cookie)
        else { return notFound }
        // That a card runs does not prove that the mini app's own pages do.
        if ticket.surface == .pages, let user = try await browsers.users.user(id: session.user),
            let miniApp = try await cache.installed(ticket.miniApp, fileList: ticket.fileList)
        {
            await cache.started(
                miniApp, readyWithin: configuration.readyWithin, for: center.runner(user))
            // Only now: the page around a mini app alone has opened nothing.
            if let code = ticket.announced {
                try await preferences.update(user.id) { $0.hub.noteOpened(ticket.miniApp, code: code) }
            }
        }
        var response = try await file(request, of: launch)
        let attributes = "Path=/; Secure; HttpOnly; SameSite=None; Partitioned"
        response.headers.append(HTTPField(name: .setCookie, value: "\(Self.cookie)=\(cookie); \(attributes)"))
        // Set at each launch, so that it does not expire while the mini app is in use.
        response.headers.append(
            HTTPField(
                name: .setCookie,
                value: "\(Self.markCookie)=\(ownMark); \(attributes); Max-Age=\(Int(Session.lifetime))"))
        return response
    }

    private func file(_ request: Request, label: String) async throws -> Response {
        guard
            let cookie = request.cookie(Self.cookie), let launch = await browsers.sessions.launch(cookie: cookie),
            MiniAppOrigin.label(for: launch.miniApp, launch.surface) == label
        else { return notFound }
        return try await file(request, of: launch)
    }

    private func file(_ request: Request, of launch: Session.Launch) async throws -> Response {
        guard await entitlements.stillAllow(launch),
            let miniApp = try await cache.installed(launch.miniApp, fileList: launch.fileList)
        else { return notFound }
        let server = ResourceServer(miniApp, theme: configuration.theme)
        guard let resource = try server.resource(at: request.uri.path) else { return notFound }
        if launch.surface == .card, resource.contents.count > Self.maximumCardFile { return notFound }
        let tag = "\"\(resource.digest)\""
        var response = Response(
            status: .ok, headers: [.contentType: resource.mediaType, .eTag: tag])
        // Must be revalidated each time, so that nothing is shown after the launch has ended. `immutable` with `Vary: Cookie` would
        // not do: a browser's memory cache ignores `Vary` for cookies, and would mix versions.
        response.headers[.cacheControl] = "private, no-cache"
        if resource.isPage {
            let language = Languages.preferred(in: request.headers[.acceptLanguage])
            response.headers[values: .link] = try server.preloads(of: request.uri.path, language: language)
        }
        if let known = request.headers[.ifNoneMatch], known == tag || known == "W/" + tag {
            response.status = .notModified
        } else {
            response.body = .init(byteBuffer: ByteBuffer(bytes: resource.contents))
        }
        // What a card loads may come from nowhere else.
        let network = launch.surface == .card ? [] : backEnds(of: miniApp)
        return secured(response, network: network)
    }

    private func backEnds(of miniApp: InstalledMiniApp) -> [String] {
        miniApp.manifest.network.map { configuration.backEnds[$0] ?? $0 }
    }

    private var notFound: Response {
        secured(
            Response(
                status: .notFound, headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
                body: .init(byteBuffer: ByteBuffer(string: "Not found.\n"))
            )
        )
    }

    private func secured(_ response: Response, network: [String] = []) -> Response {
        let addresses = configuration.addresses
        var response = SecurityHeaders.common(to: response, isSecure: addresses.scheme == "https")
        response.headers[.contentSecurityPolicy] =
            ContentSecurityPolicy(host: addresses.shellOrigin, network: network).header
        response.headers[.originAgentCluster] = "?1"
        response.headers[.permissionsPolicy] = SecurityHeaders.nothingPermitted
        return response
    }
}
