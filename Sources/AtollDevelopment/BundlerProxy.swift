import AtollRuntime
import AtollWeb
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Shows the files of a bundler's own server below the mini app's origin: `atoll dev http://localhost:5173`.
///
/// The server is the developer's own, on this machine: it is the one to which limits of strangers do not apply.
struct BundlerProxy: Sendable {
    private let address: URL
    private let session: URLSession

    /// - Parameter address: Of a server on this machine.
    /// - Throws: ``DevelopmentError/bundler(_:)`` for any other.
    init(_ address: URL) throws(DevelopmentError) {
        guard address.scheme == "http", let host = address.host(), ["localhost", "127.0.0.1", "::1"].contains(host)
        else {
            throw .bundler(address.absoluteString)
        }
        self.address = address
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 30
        session = URLSession(configuration: configuration)
    }

    /// The socket by which the bundler tells its pages of changes, by name: no other may be connected to.
    var connections: [String] {
        guard let host = address.host() else { return [] }
        let port = address.port.map { ":\($0)" } ?? ""
        return ["ws://\(host)\(port)", "http://\(host)\(port)"]
    }

    /// The file at a path, or nil if the server has none, or is not there at the moment.
    func file(_ path: String, query: String?) async -> ShellDevelopment.File? {
        guard var parts = URLComponents(url: address, resolvingAgainstBaseURL: false) else { return nil }
        parts.percentEncodedPath = path
        parts.percentEncodedQuery = query
        guard let url = parts.url else { return nil }
        var request = URLRequest(url: url)
        // A bundler answers a page's address with the page.
        request.setValue(path.contains(".") ? "*/*" : "text/html,*/*", forHTTPHeaderField: "Accept")
        guard let (body, answer) = try? await session.data(for: request), let answer = answer as? HTTPURLResponse else {
            return path == "/" ? Self.away(address) : nil
        }
        guard answer.statusCode == 200 else { return nil }
        let type = answer.value(forHTTPHeaderField: "Content-Type") ?? MediaType.type(ofPath: path)
        return .init(contents: body, mediaType: type, isPage: type.hasPrefix("text/html"))
    }

    /// A page that says that the bundler is not there, and looks again.
    private static func away(_ address: URL) -> ShellDevelopment.File {
        let page = """
            <!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="1">
            <title>Waiting</title><body><p>Nothing answers at \(address.absoluteString) at the moment. Start your bundler; \
            this page looks again every second.</p></body></html>
            """
        return .init(contents: Data(page.utf8), mediaType: "text/html; charset=utf-8", isPage: true)
    }
}
