import AtollRuntime
import AtollWeb
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Shows the files of a bundler's own server below the mini app's origin: `atoll dev http://localhost:5173`.
///
/// Its answers are passed on as they are, errors too: a bundler shows build errors on its pages.
struct BundlerProxy: Sendable {
    private let origin: String
    private let base: String

    /// The longest file, in bytes: a bundler's are larger than what it builds.
    private static let maximumFile = 64 * 1024 * 1024

    /// - Parameter address: Of a server on this machine; a path in it is where its pages are.
    /// - Throws: ``DevelopmentError/bundler(_:)`` for any other.
    init(_ address: URL) throws(DevelopmentError) {
        guard address.scheme == "http", let host = address.host(), ["localhost", "127.0.0.1", "::1"].contains(host)
        else { throw .bundler(address.absoluteString) }
        let port = address.port.map { ":\($0)" } ?? ""
        origin = "http://\(host.contains(":") ? "[\(host)]" : host)\(port)"
        let path = address.path(percentEncoded: true)
        base = path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    /// The bundler's own origin, and its socket, by which it tells its pages of changes. No other may be connected to.
    var connections: [String] { ["ws" + origin.dropFirst("http".count), origin] }

    /// Returns the server's answer for a path; `nil` if nothing answers at the moment, unless it is the first page.
    func file(_ path: String, query: String?) async -> DevelopedFile? {
        let place = base.isEmpty || path.hasPrefix(base + "/") ? path : base + path
        guard let url = URL(string: origin + place + (query.map { "?" + $0 } ?? "")) else { return nil }
        var request = URLRequest(url: url)
        // A bundler answers a page's address with the page.
        request.setValue(path.contains(".") ? "*/*" : "text/html,*/*", forHTTPHeaderField: "Accept")
        guard let answer = await BundlerRequest.send(request, origin: origin, limit: Self.maximumFile) else {
            return path == "/" ? away : nil
        }
        let type = answer.mediaType ?? MediaType.type(ofPath: path)
        return .init(
            status: answer.status, contents: answer.body, mediaType: type, isPage: type.hasPrefix("text/html"))
    }

    /// A page that says that the bundler is not there, and looks again.
    private var away: DevelopedFile {
        let page = """
            <!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="1">
            <title>Waiting</title><body><p>Nothing answers at \(origin) at the moment. Start your bundler; \
            this page looks again every second.</p></body></html>
            """
        return .init(status: 200, contents: Data(page.utf8), mediaType: "text/html; charset=utf-8", isPage: true)
    }
}
