import AtollRuntime
import AtollWeb
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Serves the files of a bundler's own server on the mini app's origin: `atoll dev http://localhost:5173`.
///
/// Responses are passed on unchanged, including errors, because a bundler reports failed builds on its pages.
struct BundlerProxy: Sendable {
    private let origin: String
    private let base: String

    /// The maximum length of a file, in bytes. Files from a bundler's server are larger than those that it builds.
    private static let maximumFile = 64 * 1024 * 1024

    /// - Parameter address: The URL of a server on this machine. Its path is where the pages are.
    /// - Throws: ``DevelopmentError/bundler(_:)`` for any other URL.
    init(_ address: URL) throws(DevelopmentError) {
        guard address.scheme == "http", let host = address.host(), ["localhost", "127.0.0.1", "::1"].contains(host)
        else { throw .bundler(address.absoluteString) }
        let port = address.port.map { ":\($0)" } ?? ""
        origin = "http://\(host.contains(":") ? "[\(host)]" : host)\(port)"
        let path = address.path(percentEncoded: true)
        base = path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    /// The bundler's origin and its WebSocket, through which it notifies its pages of changes. All other connections
    /// are blocked.
    var connections: [String] { ["ws" + origin.dropFirst("http".count), origin] }

    /// Fetches a file. Returns nil if the server does not respond, except for the start page, which is replaced by one
    /// that waits.
    func file(_ path: String, query: String?) async -> DevelopedFile? {
        let place = base.isEmpty || path.hasPrefix(base + "/") ? path : base + path
        guard let url = URL(string: origin + place + (query.map { "?" + $0 } ?? "")) else { return nil }
        var request = URLRequest(url: url)
        // A bundler responds to the URL of a page with the page.
        request.setValue(path.contains(".") ? "*/*" : "text/html,*/*", forHTTPHeaderField: "Accept")
        guard let answer = await BundlerRequest.send(request, origin: origin, limit: Self.maximumFile) else {
            return path == "/" ? away : nil
        }
        let type = answer.mediaType ?? MediaType.type(ofPath: path)
        return .init(
            status: answer.status, contents: answer.body, mediaType: type, isPage: type.hasPrefix("text/html"))
    }

    /// A page that reports that the bundler does not respond, and retries.
    private var away: DevelopedFile {
        let page = """
            <!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="1">
            <title>Waiting</title><body><p>Nothing responds at \(origin). Start your bundler. \
            This page retries every second.</p></body></html>
            """
        return .init(status: 200, contents: Data(page.utf8), mediaType: "text/html; charset=utf-8", isPage: true)
    }
}
