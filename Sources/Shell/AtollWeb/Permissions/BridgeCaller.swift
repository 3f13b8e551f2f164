import AtollCatalog
import AtollPackages
import AtollRuntime
import Foundation
import Hummingbird

/// Determines which launched mini app a request of the shell's own script is about.
///
/// Only that script can send one: the request must have exactly the shell's origin, be JSON, and have
/// `Sec-Fetch-Site: same-origin`, which only the browser sets. A mini app can fulfil none of the three, and does not
/// have the session's cookie.
struct BridgeCaller: Sendable {
    let browsers: BrowserSessions
    let cache: MiniAppCache
    let entitlements: LaunchEntitlements
    let addresses: ShellAddresses

    /// A launched mini app with its user.
    struct Launched: Sendable {
        let session: Session
        let launch: Session.Launch
        let user: User
        let miniApp: InstalledMiniApp
    }

    /// The launch that a request is about, by its query: `miniApp`; `version` for the version in the tab, because
    /// another tab may launch another version; `card=true` for a card on a home screen; and `user` for the user that
    /// the page was made for.
    ///
    /// - Throws: ``ShellError``.
    func launch(
        of request: Request, _ context: ShellContext
    ) throws(ShellError) -> (session: Session, launch: Session.Launch) {
        try launch(of: request, BridgeHeaders(request.headers), context)
    }

    /// The launch that a request is about, with the headers of the request that were already read.
    func launch(
        of request: Request, _ headers: BridgeHeaders, _ context: ShellContext
    ) throws(ShellError) -> (session: Session, launch: Session.Launch) {
        guard headers.origin == addresses.shellOrigin, headers.site == "same-origin" else { throw .foreignRequest }
        guard headers.contentType == "application/json" else {
            throw .badRequest("The bridge accepts only JSON.")
        }
        return try found(request, context)
    }

    /// The launch whose events a page requests. The request has no `Origin` and no body.
    ///
    /// - Throws: ``ShellError``.
    func listening(
        _ request: Request, _ context: ShellContext
    ) throws(ShellError) -> (session: Session, launch: Session.Launch) {
        guard request.headers[.secFetchSite] == "same-origin" else { throw .foreignRequest }
        return try found(request, context)
    }

    private func found(
        _ request: Request, _ context: ShellContext
    ) throws(ShellError) -> (session: Session, launch: Session.Launch) {
        let session = try context.signedIn()
        let query = request.uri.queryParameters
        // A page may remain from another user's session in this browser.
        if let user = query["user"], !user.isEmpty, !user.utf8.elementsEqual(session.user.utf8) { throw .signedOut }
        guard
            let id = query["miniApp"].flatMap({ MiniAppID(String($0)) }),
            // A card may do less than the mini app, so the server checks which of the two was launched.
            let launch = session.launch(
                of: id, query["card"] == "true" ? .card : .pages, version: query["version"].map(String.init))
        else { throw .notFound }
        return (session, launch)
    }

    /// Whether a session still exists.
    func isSignedIn(_ session: Session) async -> Bool { await browsers.sessions.session(session.id) != nil }

    /// The mini app and the user of a launch, if the user may still open it.
    ///
    /// - Throws: ``ShellError/notFound`` if not, or an error of the cache.
    func launched(_ session: Session, _ launch: Session.Launch) async throws -> Launched {
        // A long request may outlive its session.
        guard await browsers.sessions.session(session.id) != nil else { throw ShellError.signedOut }
        let user = try await browsers.user(of: session)
        guard await entitlements.stillAllow(launch),
            let miniApp = try await cache.installed(launch.miniApp, fileList: launch.fileList)
        else { throw ShellError.notFound }
        return Launched(session: session, launch: launch, user: user, miniApp: miniApp)
    }
}
