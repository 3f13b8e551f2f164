import AtollPackages
import AtollRuntime
import SwiftUI

#if canImport(WebKit)
import WebKit
#endif

/// Serves a mini app's files, and nothing else, on its own origin with its content security policy.
///
/// Files are read and their digests checked off the main thread. A page whose file is missing or damaged fails to load,
/// so that the session learns of it; for any other missing file the answer is 404.
@MainActor
final class MiniAppSchemeHandler: NSObject, WKURLSchemeHandler {
    private let server: ResourceServer
    private let authority: String
    private let policies: (pages: String, others: String)
    /// The tasks that wait for their answer. A task that was stopped must not get one: WebKit raises an exception.
    private var live: Set<ObjectIdentifier> = []

    init(_ miniApp: InstalledMiniApp, theme: Data, backEnds: [String: String] = [:]) {
        server = ResourceServer(miniApp, theme: theme)
        authority = MiniAppOrigin.label(for: miniApp.manifest.id)
        let policy = ContentSecurityPolicy(
            // The page must not be shown in a frame.
            host: "'none'", network: miniApp.manifest.network.map { backEnds[$0] ?? $0 },
            media: miniApp.manifest.media,
            // If its pages can't be read, its inline scripts do not run; damage is reported when a page is requested.
            webApp: try? WebAppPolicy(miniApp.manifest.compatibility, server)
        )
        policies = (policy.header, policy.headerOfFile)
    }

    func webView(_ webView: WKWebView, start task: any WKURLSchemeTask) {
        guard let url = task.request.url, task.request.httpMethod ?? "GET" == "GET" else { return refuse(task, 405) }
        guard url.scheme == MiniAppHostInfo.scheme, url.host() == authority else { return refuse(task, 404) }
        let path = URLComponents(url: url, resolvingAgainstBaseURL: false)?.percentEncodedPath ?? ""
        let range = task.request.value(forHTTPHeaderField: "Range")
        let isPage = task.request.mainDocumentURL == url
        let id = ObjectIdentifier(task)
        live.insert(id)
        Task {
            let found = await Self.resource(at: path.isEmpty ? "/" : path, of: server)
            guard live.remove(id) != nil else { return }
            if found == nil, isPage, let folder = server.folder(at: path) {
                let address = folder + (url.query(percentEncoded: true).map { "?" + $0 } ?? "")
                return answer(task, 200, ResourceServer.page(leadingTo: address), "text/html; charset=utf-8")
            }
            guard let found else {
                return isPage ? task.didFailWithError(URLError(.fileDoesNotExist)) : refuse(task, 404)
            }
            answer(task, found.contents, found.mediaType, range: range)
        }
    }

    func webView(_ webView: WKWebView, stop task: any WKURLSchemeTask) { live.remove(ObjectIdentifier(task)) }

    /// Reads a file; nil if there is no file at this path, or its bytes differ from those of the release.
    private nonisolated static func resource(
        at path: String, of server: ResourceServer
    ) async -> ResourceServer.Resource? {
        await Task.detached { try? server.resource(at: path) }.value
    }

    /// Answers with a file, or with the requested part of it.
    private func answer(_ task: any WKURLSchemeTask, _ contents: Data, _ mediaType: String, range: String?) {
        switch ByteRange(range, of: contents.count) {
        case .whole: answer(task, 200, contents, mediaType, ["Accept-Ranges": "bytes"])
        case .part(let part):
            let start = contents.startIndex
            answer(
                task, 206, contents[start + part.lowerBound..<start + part.upperBound], mediaType,
                ["Content-Range": "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(contents.count)"])
        case .unsatisfiable:
            answer(task, 416, Data(), mediaType, ["Content-Range": "bytes */\(contents.count)"])
        }
    }

    private func refuse(_ task: any WKURLSchemeTask, _ status: Int) {
        answer(task, status, Data("Not found.\n".utf8), "text/plain; charset=utf-8")
    }

    private func answer(
        _ task: any WKURLSchemeTask, _ status: Int, _ contents: Data, _ mediaType: String,
        _ others: [String: String] = [:]
    ) {
        guard let url = task.request.url,
            let response = HTTPURLResponse(
                url: url, statusCode: status, httpVersion: "HTTP/1.1",
                headerFields: [
                    "Content-Type": mediaType, "Content-Length": "\(contents.count)", "Cache-Control": "no-store",
                    "X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin",
                    "Content-Security-Policy": mediaType.hasPrefix("text/html") ? policies.pages : policies.others,
                ].merging(others) { first, _ in first })
        else { return task.didFailWithError(URLError(.badURL)) }
        task.didReceive(response)
        task.didReceive(contents)
        task.didFinish()
    }
}
