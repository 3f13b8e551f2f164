import AtollCenter
import AtollCenterDomain
import AtollPages
import BoundedServer
import Foundation
import HTTPTypes
import Hummingbird

/// The common parts of the console's pages: the frame around them, the style sheet, the headers.
struct ConsoleLook {
    private let templates: Templates
    private let stylesheet: String
    private let scripts: [(name: String, text: String)]
    private let icon: String

    init() throws {
        templates = try Templates(in: .module, folder: "Resources/Templates")
        stylesheet = try Self.file("console", "css")
        scripts = try ["review", "upload", "live", "forms"].map { ("\($0).js", try Self.file($0, "js")) }
        icon = try Self.file("icon", "svg")
    }

    private static func file(_ name: String, _ kind: String) throws -> String {
        guard let file = Bundle.module.url(forResource: "Resources/Public/\(name)", withExtension: kind) else {
            throw CocoaError(.fileNoSuchFile)
        }
        return try String(contentsOf: file, encoding: .utf8)
    }

    var routes: [CenterRoute] {
        [
            .outside(.get, "console.css") { [stylesheet] _, _ in Self.file(stylesheet, "text/css; charset=utf-8") },
            .outside(.get, "console-icon.svg") { [icon] _, _ in Self.file(icon, "image/svg+xml") },
        ]
            + scripts.map { script in
                .outside(.get, script.name) { _, _ in Self.file(script.text, "text/javascript; charset=utf-8") }
            }
    }

    private static func file(_ text: String, _ type: String) -> Response {
        Response(
            status: .ok,
            headers: [.contentType: type, .cacheControl: "public, max-age=300", .xContentTypeOptions: "nosniff"],
            body: .init(byteBuffer: ByteBuffer(string: text)))
    }

    /// Whether the browser requests a page, or does not state what the response is for.
    static func isPage(_ request: Request) -> Bool {
        request.headers[.secFetchDest].map { $0 == "document" } ?? true
    }

    /// Renders a page of the console, with the navigation around it.
    func work(
        _ template: String, _ values: [String: any Sendable], title: String, navigation: [NavigationItem],
        isAccount: Bool, for visit: Visit, status: HTTPResponse.Status
    ) -> Response {
        var values = Self.withoutEmptyTexts(values)
        values["t"] = visit.texts.texts
        let body = templates.render(template, values)
        let frame: [String: any Sendable] = [
            "t": visit.texts.texts, "title": title, "body": body.markup, "language": visit.texts.language,
            "navigation": navigation, "isAccount": isAccount, "account": visit.account?.name ?? "",
            "isSignedIn": visit.account != nil,
            "unread": visit.unread, "hasUnread": visit.unread > 0,
            "unreadText": visit.texts("unread-notices", ["count": "\(visit.unread)"]),
        ]
        let markup = templates.render("work", frame)
        return Response(
            status: status, headers: Self.headers, body: .init(byteBuffer: ByteBuffer(string: markup.markup)))
    }

    /// Replaces empty texts by null, so that a section of a template shows only what exists.
    private static func withoutEmptyTexts(_ values: [String: any Sendable]) -> [String: any Sendable] {
        values.mapValues { value in
            switch value {
            case let text as String: text.isEmpty ? NSNull() as any Sendable : text
            case let inner as [String: any Sendable]: withoutEmptyTexts(inner)
            case let list as [[String: any Sendable]]: list.map(withoutEmptyTexts)
            case let list as [[String: String]]: list.map { withoutEmptyTexts($0) }
            default: value
            }
        }
    }

    /// Renders a page from a template with its values.
    func page(
        _ template: String, _ values: some Encodable & Sendable, title: String, status: HTTPResponse.Status = .ok
    ) -> Response {
        let body = templates.render(template, values)
        let markup = templates.render("frame", ["title": title, "body": body.markup])
        return Response(
            status: status, headers: Self.headers,
            body: .init(byteBuffer: ByteBuffer(string: markup.markup)))
    }

    /// Redirects the browser.
    static func redirect(to address: String) -> Response {
        var headers = headers
        headers[.location] = address
        headers[.contentType] = nil
        return Response(status: .seeOther, headers: headers)
    }

    /// Returns the URL of the result to a script.
    static func created(at address: String) -> Response {
        var headers = headers
        headers[.location] = address
        headers[.contentType] = nil
        return Response(status: .created, headers: headers)
    }

    private static let headers: HTTPFields = [
        .contentType: "text/html; charset=utf-8", .cacheControl: "no-store", .xContentTypeOptions: "nosniff",
        .contentSecurityPolicy:
            "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
        // Not no-referrer, with which browsers would send forms without their origin.
        .referrerPolicy: "same-origin", .crossOriginOpenerPolicy: "same-origin",
    ]
}

extension HTTPField.Name {
    static let referrerPolicy = knownName("Referrer-Policy")
    static let crossOriginOpenerPolicy = knownName("Cross-Origin-Opener-Policy")
    static let secFetchSite = knownName("Sec-Fetch-Site")
}
