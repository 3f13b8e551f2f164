import AtollCatalog
import AtollPackages
import AtollRateLimiting
import AtollRuntime
import BoundedServer
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
    /// Drops a user's decisions on permissions that a version does not declare.
    let dropUndeclared: @Sendable (InstalledMiniApp, _ user: String) async throws -> Void
    let pairwiseNames: PairwiseNames
    let preferences: PreferenceStore
    let workers: MiniAppWorkers
    let headers: MiniAppHeaders
    let returns: LaunchReturns
    private let links = PageLinks()
    /// The limit of the log: one line a minute is enough.
    private let lines = RateLimiter<String>(.init(burst: 1, perSecond: 1.0 / 60), capacity: 1)

    /// The largest file, in bytes, that a card on a home screen may load.
    static let maximumCardFile = 256 * 1024

    static let cookie = "__Host-launch"
    /// Identifies the user who launched the mini app last, without revealing who that is.
    static let markCookie = "__Host-last"

    func respond(to request: Request, label: String, context: ShellContext) async -> Response {
        do {
            let response: Response
            if request.method == .post, request.uri.path == "/" + MiniAppWorker.launchPath {
                response = try await launched(request, label: label, context.logger)
            } else if request.method != .get && request.method != .head {
                return notFound
            } else if request.headers[.secFetchDest] == "sharedworker" {
                // A shared worker may outlive its pages, and the next user of the browser could talk to it.
                return notFound
            } else if request.headers[.serviceWorker] != nil {
                response = try await worker(request, label: label)
            } else if request.method == .get, let (text, address) = LaunchTickets.ticket(in: request.uri.string),
                let ticket = await tickets.redeem(text),
                ticket.place == address || ticket.isCarried && address == "/" + OpeningPage.path
            {
                // Only a worker that has carried a launch before sends a mark, so the browser stores no cookies for
                // frames.
                let isCarried = ticket.isCarried || request.headers[.atollMark] != nil
                response =
                    isCarried
                    ? try await carried(ticket, label: label, request, context.logger)
                    : try await launch(ticket, label: label, request, context.logger)
            } else {
                // A page that is reloaded has a ticket that was used.
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

    /// Answers with the page that a ticket names, and with the launch cookie for the files of that page. The browser
    /// sends the cookie only for a frame within the shell (`Partitioned`): the same URL at top level gets no cookie,
    /// and so no file.
    ///
    /// A browser's storage and cookies do not distinguish the super app's users. Unless the mark cookie shows that the
    /// same user launched the mini app last, the response clears both, and redirects to a new ticket for the launch
    /// cookie: a cookie in the same response would be cleared with the others.
    private func launch(
        _ ticket: LaunchTickets.Ticket, label: String, _ request: Request, _ logger: Logger
    ) async throws -> Response {
        guard MiniAppOrigin.label(for: ticket.miniApp, ticket.surface) == label,
            let session = await browsers.sessions.session(ticket.session)
        else { return notFound }
        let ownMark = try await mark(of: session.user, in: ticket.miniApp)
        let isSameUser = request.cookie(Self.markCookie) == ownMark
        // Clearing deletes all cookies below the same site.
        guard ticket.isCleared || isSameUser || configuration.stage.hasOneUser else {
            return try await clearing(ticket)
        }
        guard let (launch, name) = try await begin(ticket, of: session.user, logger) else { return notFound }
        // Its texts come with the port of the bridge.
        var response = try await file(request, of: launch, hasTexts: ticket.hasTexts)
        response.headers.append(contentsOf: cookies(name, mark: ownMark))
        return response
    }

    /// Deletes the data that another user has stored, and leads to the page with another ticket.
    ///
    /// The header deletes the cookies of the whole site. Where mini apps share one, documents in each folder of the
    /// mini app delete the cookies that they see.
    private func clearing(_ ticket: LaunchTickets.Ticket) async throws -> Response {
        var next = ticket
        guard !configuration.addresses.miniAppsAreSites else {
            next.isCleared = true
            let address = LaunchTickets.address(next.address, with: await tickets.issue(next), next.pass)
            return headers.secured(
                Response(
                    status: .seeOther,
                    headers: [.location: address, .clearSiteData: "\"cookies\", \"storage\""]))
        }
        guard let miniApp = try await cache.installed(ticket.miniApp, fileList: ticket.fileList) else {
            return notFound
        }
        let folders =
            ticket.folders?.dropFirst()
            ?? ClearingPage.folders(of: miniApp).filter { !ticket.address.hasPrefix($0) }[...]
        next.folders = Array(folders)
        next.isCleared = folders.isEmpty
        let document = ClearingPage.document(
            domain: configuration.addresses.miniAppHost,
            next: LaunchTickets.address(next.folders?.first ?? next.address, with: await tickets.issue(next), next.pass)
        )
        return headers.secured(
            Response(
                status: .ok,
                headers: [
                    .contentType: "text/html; charset=utf-8", .cacheControl: "no-store",
                    .clearSiteData: "\"storage\"",
                ], body: .init(byteBuffer: ByteBuffer(string: document))),
            ClearingPage.policy(host: configuration.frameAncestors))
    }

    /// Records a launch, and returns it with the secret name that requests use to prove that they belong to it; nil if
    /// the session has ended.
    ///
    /// - Parameter isKept: Whether the browser had cached the version. Browsers cache only versions that became ready
    ///   there, and this one may already have reported that it is ready, so the shell does not wait for it.
    func begin(
        _ ticket: LaunchTickets.Ticket, of id: String, isKept: Bool = false, _ logger: Logger
    ) async throws -> (launch: Session.Launch, name: String)? {
        guard
            let name = try await browsers.sessions.launch(
                ticket.miniApp, fileList: ticket.fileList, in: ticket.session, surface: ticket.surface),
            let launch = await browsers.sessions.launch(name: name)
        else { return nil }
        if !isKept { returns.begin(launch, isCarried: ticket.isCarried) }
        // A running card does not prove that the mini app's own pages run.
        if ticket.surface == .pages, let user = try await browsers.users.user(id: id),
            let miniApp = try await cache.installed(ticket.miniApp, fileList: ticket.fileList)
        {
            try await dropUndeclared(miniApp, user.id)
            if !isKept {
                await cache.started(miniApp, readyWithin: configuration.readyWithin, for: center.runner(user)) {
                    [returns, lines] in
                    guard returns.end(launch) else { return false }
                    if lines.take("") <= .zero {
                        logger.warning(
                            """
                            A browser did not send back the cookie of a launch, so that the mini app could load nothing, and did not \
                            open it without cookies. It does not count as a failure of the version.
                            """, metadata: ["miniApp": "\(ticket.miniApp)"])
                    }
                    return true
                }
            }
            // Recorded only now: the page around a mini app has not opened it yet.
            if let code = ticket.announced {
                try await preferences.update(user.id) { $0.hub.noteOpened(ticket.miniApp, code: code) }
            }
        }
        return (launch, name)
    }

    /// The cookies of a launch.
    private func cookies(_ name: String, mark: String) -> HTTPFields {
        let attributes = "Path=/; Secure; HttpOnly; SameSite=None; Partitioned"
        // The mark is set at each launch, so that it does not expire while the mini app is in use.
        return HTTPFields([
            HTTPField(name: .setCookie, value: "\(Self.cookie)=\(name); \(attributes)"),
            HTTPField(
                name: .setCookie,
                value: "\(Self.markCookie)=\(mark); \(attributes); Max-Age=\(Int(Session.lifetime))"),
        ])
    }

    func mark(of user: String, in miniApp: MiniAppID) async throws -> String {
        pairwiseNames.launchMark(
            of: user, in: miniApp, forgotten: try await timesForgotten(user, miniApp))
    }

    // MARK: Files that the browser caches

    /// The script of the worker that caches the version of a launch. It is sent only to browsers that register it.
    private func worker(_ request: Request, label: String) async throws -> Response {
        guard request.method == .get, request.uri.path == "/" + MiniAppWorker.path,
            request.headers[.serviceWorker] == "script"
        else { return notFound }
        if let query = request.uri.query, let mark = query.firstIndex(of: "&") {
            return try await carryingWorker(query[..<mark], ticket: query[query.index(after: mark)...], label: label)
        }
        guard let launch = try await launch(of: request, label: label), launch.surface == .pages,
            await entitlements.stillAllow(launch), let session = await browsers.sessions.session(launch.session),
            let miniApp = try await cache.installed(launch.miniApp, fileList: launch.fileList)
        else { return notFound }
        let pass = try await workers.pass(of: session.user, for: miniApp)
        // The pass is that of another version, or from before the user forgot the mini app.
        guard Secret.digest(of: request.uri.query ?? "") == Secret.digest(of: pass) else { return notFound }
        return script(try workers.worker(of: miniApp).script(pass: pass))
    }

    func script(_ worker: Data) -> Response {
        var response = headers.secured(
            Response(
                status: .ok,
                headers: [
                    .contentType: "text/javascript; charset=utf-8", .cacheControl: "private, max-age=86400",
                    .serviceWorkerAllowed: "/",
                ],
                body: .init(byteBuffer: ByteBuffer(bytes: worker))))
        // The worker may connect only to its own origin.
        response.headers[.contentSecurityPolicy] = "default-src 'none'; connect-src 'self'"
        return response
    }

    /// Records the launch of a mini app whose page the browser had cached: the worker posts the ticket and pass from
    /// the page's URL.
    ///
    /// The browser's data need not be cleared: as at any launch, the mark shows that it belongs to the same user.
    private func launched(_ request: Request, label: String, _ logger: Logger) async throws -> Response {
        guard request.headers[.secFetchSite] == "same-origin",
            let body = try await request.body(upTo: Self.maximumLaunch)
        else { return notFound }
        let (text, pass) = LaunchTickets.parts(of: String(buffer: body))
        guard let pass, let ticket = await tickets.ticket(text), ticket.surface == .pages,
            MiniAppOrigin.label(for: ticket.miniApp) == label, let own = ticket.pass,
            Secret.digest(of: pass) == Secret.digest(of: own.text),
            let session = await browsers.sessions.session(ticket.session),
            await entitlements.stillAllow(session.id, ticket.miniApp)
        else { return notFound }
        let ownMark = try await mark(of: session.user, in: ticket.miniApp)
        // A launch that is refused before this point can still start as any other page does.
        let isCarried = ticket.isCarried || request.headers[.atollMark] != nil
        let mark = isCarried ? request.headers[.atollMark] : request.cookie(Self.markCookie)
        guard Secret.digest(of: mark ?? "") == Secret.digest(of: ownMark), await tickets.redeem(text) != nil,
            let (_, name) = try await begin(ticket, of: session.user, isKept: true, logger)
        else { return notFound }
        let fields = isCarried ? [.atollLaunch: name] : cookies(name, mark: ownMark)
        return headers.secured(Response(status: .noContent, headers: fields))
    }

    /// The longest body of a launch, in bytes.
    private static let maximumLaunch = 256

    private func launch(of request: Request, label: String) async throws -> Session.Launch? {
        for name in [request.headers[.atollLaunch], request.cookie(Self.cookie)].compactMap(\.self) {
            guard let launch = await browsers.sessions.launch(name: name),
                MiniAppOrigin.label(for: launch.miniApp, launch.surface) == label
            else { continue }
            returns.end(launch)
            return launch
        }
        return nil
    }

    // MARK: Files

    private func file(_ request: Request, label: String) async throws -> Response {
        guard let launch = try await launch(of: request, label: label) else { return notFound }
        return try await file(request, of: launch)
    }

    func file(
        _ request: Request, of launch: Session.Launch, hasTexts: Bool = false
    ) async throws -> Response {
        guard await entitlements.stillAllow(launch),
            let miniApp = try await cache.installed(launch.miniApp, fileList: launch.fileList)
        else { return notFound }
        if let files = configuration.stage.files {
            let file = MiniAppFileRequest(
                request: request, address: LaunchTickets.ticket(in: request.uri.string)?.address ?? request.uri.string,
                miniApp: miniApp, theme: configuration.theme,
                maximum: launch.surface == .card ? Self.maximumCardFile : nil,
                pageHeaders: try headers.fields(of: miniApp, launch.surface, .any),
                otherHeaders: try headers.fields(of: miniApp, launch.surface, .others))
            return try await files(file) ?? notFound
        }
        let server = try headers.server(of: miniApp)
        if let folder = server.folder(at: request.uri.path) { return moved(to: folder, request) }
        guard let resource = try server.resource(at: request.uri.path) else { return notFound }
        if launch.surface == .card, resource.contents.count > Self.maximumCardFile { return notFound }
        let tag = "\"\(resource.digest)\""
        var response = Response(
            status: .ok, headers: try headers.fields(of: miniApp, launch.surface, resource.isPage ? .pages : .others))
        response.headers[.contentType] = resource.mediaType
        response.headers[.eTag] = tag
        response.headers[.cacheControl] = MiniAppHeaders.revalidated
        let known = request.headers[.ifNoneMatch]
        let isKnown = known == tag || known == "W/" + tag
        if resource.isPage, !isKnown {
            let language = hasTexts ? nil : Languages.preferred(in: request.headers[.acceptLanguage])
            let preloads = try links.links(
                of: resource.digest, at: request.uri.path, in: miniApp, language: language, from: server)
            // If a page loads no other file, this makes the browser prove that it has stored the launch's cookie.
            response.headers[values: .link] =
                preloads.isEmpty ? [Self.bridgePreload] : MiniAppHeaders.fitting(preloads, into: response.headers)
        }
        if isKnown {
            response.status = .notModified
        } else {
            response.send(resource.contents, to: request)
        }
        return response
    }

    /// Redirects to the page of a folder. The query stays, because it names the launch.
    private func moved(to folder: String, _ request: Request) -> Response {
        let query = request.uri.query.map { "?" + $0 } ?? ""
        // Not cacheable, because another version may have a file there.
        return headers.secured(
            Response(status: .movedPermanently, headers: [.location: folder + query, .cacheControl: "no-store"]))
    }

    private static let bridgePreload = "</\(ResourceServer.bridgeScriptPath)>; rel=modulepreload"

    var notFound: Response {
        headers.secured(
            Response(
                status: .notFound, headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
                body: .init(byteBuffer: ByteBuffer(string: "Not found.\n"))
            )
        )
    }
}
