import AtollCenter
import AtollPages
import BoundedServer
import Foundation
import HTTPTypes
import Hummingbird

/// What the console's pages have in common: the frame around them, the style sheet, the headers.
struct ConsoleLook {
    private let templates: Templates
    private let stylesheet: String

    init() throws {
        templates = try Templates(in: .module, folder: "Resources/Templates")
        guard let file = Bundle.module.url(forResource: "Resources/Public/console", withExtension: "css") else {
            throw CocoaError(.fileNoSuchFile)
        }
        stylesheet = try String(contentsOf: file, encoding: .utf8)
    }

    var routes: [CenterRoute] {
        [
            .outside(.get, "console.css") { [stylesheet] _, _ in
                Response(
                    status: .ok,
                    headers: [
                        .contentType: "text/css; charset=utf-8", .cacheControl: "public, max-age=300",
                        .xContentTypeOptions: "nosniff",
                    ], body: .init(byteBuffer: ByteBuffer(string: stylesheet)))
            }
        ]
    }

    /// A page that shows a template with its values.
    func page(
        _ template: String, _ values: some Sendable, title: String, status: HTTPResponse.Status = .ok
    ) -> Response {
        let body = templates.render(template, values)
        let markup = templates.render("frame", ["title": title, "body": body.markup])
        return Response(
            status: status, headers: Self.headers,
            body: .init(byteBuffer: ByteBuffer(string: markup.markup)))
    }

    /// Sends the browser elsewhere.
    static func redirect(to address: String) -> Response {
        var headers = headers
        headers[.location] = address
        headers[.contentType] = nil
        return Response(status: .seeOther, headers: headers)
    }

    private static let headers: HTTPFields = [
        .contentType: "text/html; charset=utf-8", .cacheControl: "no-store", .xContentTypeOptions: "nosniff",
        .contentSecurityPolicy:
            "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
        // Not no-referrer: browsers would send forms without saying where they are from.
        .referrerPolicy: "same-origin", .crossOriginOpenerPolicy: "same-origin",
    ]
}

extension HTTPField.Name {
    static let referrerPolicy = knownName("Referrer-Policy")
    static let crossOriginOpenerPolicy = knownName("Cross-Origin-Opener-Policy")
    static let secFetchSite = knownName("Sec-Fetch-Site")
}
