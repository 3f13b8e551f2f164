import AtollCatalog
import AtollLinks
import AtollPackages
import AtollPages
import BoundedServer
import Foundation
import Hummingbird

/// Opens the links to previews, in a shell that shows them: see ``ShellConfiguration/previews``.
///
/// | | | |
/// | --- | --- | --- |
/// | `GET /preview#v1.<code>` | | asks whether to open it; browsers don't send the part after `#`, so it is in no log |
/// | `POST /preview` | `code` | opens it, or stores the code for ten minutes until a user has signed in |
struct PreviewRoutes: ShellRoutes {
    let browsers: BrowserSessions
    let center: CenterAccess
    let throttles: AccountThrottles
    let forgetting: MiniAppForgetting
    let renderer: PageRenderer

    private static let path = "preview"
    /// The cookie with the code while the user signs in.
    private static let cookie = "__Host-preview"
    private static let attributes = "Path=/; Secure; HttpOnly; SameSite=Lax"
    private static let expired = "\(cookie)=; \(attributes); Max-Age=0"

    private struct Body: Encodable, Sendable {
        let frame: PageFrame
        let stylesheets: [String]
        let scripts: [String]
        let code: String
        let problem: String?
    }

    func add(to router: Router<ShellContext>) {
        router.get("\(Self.path)") { request, context in
            show(request, isSignedIn: context.session != nil)
        }
        router.post("\(Self.path)", use: open)
    }

    private func show(
        _ request: Request, isSignedIn: Bool = true, typed: String? = nil, _ problem: String? = nil,
        status: HTTPResponse.Status = .ok
    ) -> Response {
        let kept = request.cookie(Self.cookie).flatMap { PreviewCode(typed: $0)?.text }
        var response = renderer.templates.page(
            "preview",
            Body(
                frame: renderer.frame(title: localized("Preview"), user: nil),
                stylesheets: [renderer.files.address(of: "transitions.css")],
                scripts: ["transitions.js", "preview.js"].map { renderer.files.address(of: $0) },
                code: typed.map { String($0.prefix(100)) } ?? kept ?? "",
                problem: problem), status: status)
        // A code that failed is not offered again, and no code is left for the next user of this browser.
        if problem != nil || (kept != nil && isSignedIn) { response.headers[.setCookie] = Self.expired }
        return response
    }

    @Sendable private func open(_ request: Request, _ context: ShellContext) async throws -> Response {
        let form = try await Form(request)
        guard let code = PreviewCode(typed: form["code"]) else {
            return show(
                request, typed: form["code"], localized("This is not the code of a preview."),
                status: .unprocessableContent)
        }
        guard context.session != nil else {
            var response = Response(
                status: .seeOther,
                headers: [.location: LocalAddress.signIn(returningTo: "/" + Self.path)])
            response.headers[.setCookie] = "\(Self.cookie)=\(code.text); \(Self.attributes); Max-Age=600"
            return response
        }
        let (user, _) = try await browsers.signedIn(context)
        try AccountThrottles.take(throttles.previews, user.id)
        let preview: OpenPreviews.Preview
        let isNew: Bool
        do throws(PreviewError) {
            (preview, isNew) = try await center.previews.open(
                code, for: user.id, with: center.catalog(for: user))
        } catch {
            context.logger.info("A preview was not opened.", metadata: ["user": "\(user.id)", "error": "\(error)"])
            return show(request, typed: form["code"], error.text, status: error.status)
        }
        // Each preview begins without data and permissions: those of an earlier version must not carry over.
        if isNew { try await forgetting.forget(preview.listing.id, of: user) }
        context.logger.info(
            "A preview was opened.",
            metadata: [
                "user": "\(user.id)", "miniApp": "\(preview.listing.id)",
                "code": "\(preview.listing.version.code)",
            ])
        var response = Response(
            status: .seeOther, headers: [.location: "/\(DeepLink.miniAppComponent)/\(preview.listing.id)"])
        response.headers[.setCookie] = Self.expired
        return response
    }
}

extension PreviewError {
    /// The text for the user.
    fileprivate var text: String {
        switch self {
        case .unknown, .unfit:
            localized("There is no such preview. It has expired or was revoked, or the code is wrong.")
        case .usedUp: localized("This link has been opened as often as it may be. Ask for a new one.")
        case .catalog(.network): localized("The Mini App Center can't be reached. Try again in a moment.")
        case .catalog: localized("This version can't be opened in this app.")
        }
    }

    fileprivate var status: HTTPResponse.Status {
        switch self {
        case .unknown, .unfit: .notFound
        case .usedUp: .gone
        case .catalog(.network): .badGateway
        case .catalog: .unprocessableContent
        }
    }
}
