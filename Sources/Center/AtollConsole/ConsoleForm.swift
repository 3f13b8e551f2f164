import BoundedServer
import ForeignText
import HTTPTypes
import Hummingbird
import RequestParsing

/// The fields of a form that was sent from the console's own pages.
struct ConsoleForm {
    private let values: [String: String]

    private static let maximumLength = 64 * 1024

    /// - Throws: ``ConsoleError`` if the request is not a form, is too long, or comes from another site.
    init(_ request: Request) async throws(ConsoleError) {
        guard Self.isFromHere(request) else { throw .otherSite }
        let type = request.headers[.contentType]?.lowercased().prefix { $0 != ";" && $0 != " " }
        guard type == "application/x-www-form-urlencoded" else { throw .noForm }
        let body: ByteBuffer?
        do { body = try await request.body(upTo: Self.maximumLength) } catch { throw .noForm }
        guard let body, let fields = try? FormFields(parsing: body.readableBytesView),
            // Some databases can't store a NUL.
            !fields.values.contains(where: { $0.value.utf8.contains(0) })
        else { throw .noForm }
        values = fields.values
    }

    /// A field, or an empty text.
    subscript(name: String) -> String { values[name] ?? "" }

    /// Whether the request comes from the Center's own pages, since another site must not press a button in a user's
    /// name.
    static func isFromHere(_ request: Request) -> Bool {
        if let site = request.headers[.secFetchSite] { return site == "same-origin" }
        guard let origin = request.headers[.origin] else { return false }
        guard let host = request.head.authority else { return false }
        return ["http", "https"].contains { scheme in
            let start = scheme + "://"
            return origin.hasPrefix(start)
                && WebAuthority(String(origin.dropFirst(start.count)), scheme: scheme).text
                    == WebAuthority(host, scheme: scheme).text
        }
    }
}
