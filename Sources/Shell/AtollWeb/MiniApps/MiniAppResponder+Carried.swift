import AtollPackages
import AtollRuntime
import HTTPTypes
import Hummingbird
import Logging

// In a browser that stores no cookies for embedded pages, the host's worker carries a launch: the response with the page contains the
// launch's secret name, and the worker sends it with each request.
extension MiniAppResponder {
    /// Responds to a ticket. The host's worker gets the page and the launch's secret name. Any other client gets the document that
    /// registers the worker and navigates to the page with another ticket.
    ///
    /// The worker's mark shows that the stored data belongs to the same user. Otherwise the document deletes the data.
    func carried(
        _ ticket: LaunchTickets.Ticket, label: String, _ request: Request, _ logger: Logger
    ) async throws -> Response {
        guard MiniAppOrigin.label(for: ticket.miniApp, ticket.surface) == label,
            let session = await browsers.sessions.session(ticket.session)
        else { return notFound }
        var ticket = ticket
        ticket.isCarried = true
        if session.isCarried != true { try await browsers.sessions.carryLaunches(of: session.id) }
        let ownMark = try await mark(of: session.user, in: ticket.miniApp)
        let isSameUser = Secret.digest(of: request.headers[.atollMark] ?? "") == Secret.digest(of: ownMark)
        // The worker of another version could carry the launch, but would not store the files, so the document registers a new one.
        let worker = request.headers[.atollWorker]
        let hasWorker =
            ticket.isOpening || worker == "own" || ticket.pass == nil && worker == MiniAppWorker.codeVersion
        let isPastWorker = request.uri.path == "/" + OpeningPage.path
        guard isSameUser, hasWorker, !isPastWorker else {
            guard !ticket.isOpening else { return notFound }
            // A worker can't pass on a response that deletes the worker.
            if !isSameUser, worker != nil {
                let again = LaunchTickets.address("/" + OpeningPage.path, with: await tickets.issue(ticket))
                return headers.secured(
                    Response(status: .seeOther, headers: [.location: again, .cacheControl: "no-store"]))
            }
            return try await opening(ticket, mark: ownMark, isSameUser: isSameUser)
        }
        guard let (launch, name) = try await begin(ticket, of: session.user, logger) else { return notFound }
        var response = try await file(request, of: launch, hasTexts: ticket.hasTexts)
        response.headers[.atollLaunch] = name
        return response
    }

    private func opening(
        _ ticket: LaunchTickets.Ticket, mark: String, isSameUser: Bool
    ) async throws -> Response {
        var next = ticket
        next.isOpening = true
        let text = await tickets.issue(next)
        let origin =
            ticket.surface == .card
            ? configuration.addresses.cardOrigin(of: ticket.miniApp)
            : configuration.addresses.origin(of: ticket.miniApp)
        let path = "/" + MiniAppWorker.path
        let document = OpeningPage.document(
            mark: mark, worker: path + "?" + (ticket.pass?.text ?? "") + "&" + text,
            next: LaunchTickets.address(ticket.address, with: text, ticket.pass),
            domain: configuration.addresses.miniAppHost)
        var response = headers.secured(
            Response(
                status: .ok, headers: [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store"],
                body: .init(byteBuffer: ByteBuffer(string: document))))
        // The script deletes data, too, but some browsers don't list databases.
        if !isSameUser { response.headers[.clearSiteData] = "\"storage\"" }
        response.headers[.contentSecurityPolicy] = OpeningPage.policy(
            host: configuration.frameAncestors, worker: origin + path)
        return response
    }

    /// The script of the worker that carries the launch of a ticket, which stays valid for the page.
    ///
    /// - Parameters:
    ///   - pass: The pass of the ticket; empty if it has none.
    ///   - ticket: The text of the ticket.
    func carryingWorker(
        _ pass: some StringProtocol, ticket: some StringProtocol, label: String
    ) async throws -> Response {
        guard let ticket = await tickets.ticket(String(ticket)), ticket.isOpening,
            MiniAppOrigin.label(for: ticket.miniApp, ticket.surface) == label,
            Secret.digest(of: String(pass)) == Secret.digest(of: ticket.pass?.text ?? ""),
            let session = await browsers.sessions.session(ticket.session),
            await entitlements.stillAllow(session.id, ticket.miniApp)
        else { return notFound }
        guard ticket.pass != nil else { return script(MiniAppWorker.carrying) }
        guard let miniApp = try await cache.installed(ticket.miniApp, fileList: ticket.fileList) else {
            return notFound
        }
        return script(try workers.worker(of: miniApp).script(pass: String(pass)))
    }
}
