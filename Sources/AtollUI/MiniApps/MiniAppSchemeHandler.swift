import AtollPackages
import AtollRuntime
import SwiftUI

#if canImport(WebKit)
import WebKit
#endif

/// Serves a mini app's files, and nothing else, on its own origin with its content security policy.
final class MiniAppSchemeHandler: NSObject, WKURLSchemeHandler {
    private let server: ResourceServer
    private let authority: String
    private let policy: String

    init(_ miniApp: InstalledMiniApp, theme: Data, backEnds: [String: String] = [:]) {
        server = ResourceServer(miniApp, theme: theme)
        authority = MiniAppOrigin.label(for: miniApp.manifest.id)
        policy =
            ContentSecurityPolicy(
                // The page must not be shown in a frame.
                host: "'none'", network: miniApp.manifest.network.map { backEnds[$0] ?? $0 },
                // Without what can't be read, its scripts do not run; what is damaged shows when it is asked for.
                webApp: try? WebAppPolicy(miniApp.manifest.compatibility, server)
            ).header
    }

    func webView(_ webView: WKWebView, start task: any WKURLSchemeTask) {
        guard let url = task.request.url, task.request.httpMethod ?? "GET" == "GET" else { return refuse(task, 405) }
        let path = URLComponents(url: url, resolvingAgainstBaseURL: false)?.percentEncodedPath ?? ""
        guard url.scheme == MiniAppHostInfo.scheme, url.host() == authority,
            let resource = try? server.resource(at: path.isEmpty ? "/" : path)
        else { return refuse(task, 404) }
        answer(task, 200, resource.contents, resource.mediaType)
    }

    // Nothing to stop: each task has its response before `start` returns.
    func webView(_ webView: WKWebView, stop task: any WKURLSchemeTask) {}

    private func refuse(_ task: any WKURLSchemeTask, _ status: Int) {
        answer(task, status, Data("Not found.\n".utf8), "text/plain; charset=utf-8")
    }

    private func answer(_ task: any WKURLSchemeTask, _ status: Int, _ contents: Data, _ mediaType: String) {
        guard let url = task.request.url,
            let response = HTTPURLResponse(
                url: url, statusCode: status, httpVersion: "HTTP/1.1",
                headerFields: [
                    "Content-Type": mediaType, "Content-Length": "\(contents.count)", "Cache-Control": "no-store",
                    "X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin",
                    "Content-Security-Policy": policy,
                ])
        else { return task.didFailWithError(URLError(.badURL)) }
        task.didReceive(response)
        task.didReceive(contents)
        task.didFinish()
    }
}
