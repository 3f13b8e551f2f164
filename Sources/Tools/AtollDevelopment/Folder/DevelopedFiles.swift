import AtollRuntime
import AtollWeb
import Foundation
import HTTPTypes
import Hummingbird

/// The current files of the mini app that a developer works on. Each page gets a script that reports to the developer
/// what it does.
struct DevelopedFiles: Sendable {
    /// The first script of each page.
    let frameScript: Data
    /// Returns the content for a path in place of the folder; nil if the folder has the files.
    let file: (@Sendable (_ path: String, _ query: String?) async throws -> DevelopedFile?)?

    /// The path of ``frameScript`` on the mini app's origin, without the leading slash.
    private static let scriptPath = ".atoll/dev.js"

    func response(to asked: MiniAppFileRequest) async throws -> Response? {
        let (request, pages, others) = (asked.request, asked.pageHeaders, asked.otherHeaders)
        let server = ResourceServer(asked.miniApp, theme: asked.theme)
        let (path, query) = Self.parts(of: asked.address)
        if path == "/" + Self.scriptPath {
            return Self.response(frameScript, "text/javascript; charset=utf-8", others)
        }
        var file: DevelopedFile?
        if let theirs = self.file, !path.hasPrefix("/.atoll/") { file = try await theirs(path, query) }
        let isTheirs = file != nil
        if file == nil, let folder = server.folder(at: path) {
            var headers = pages
            headers[.location] = folder + (request.uri.query.map { "?" + $0 } ?? "")
            headers[.cacheControl] = "no-store"
            return Response(status: .movedPermanently, headers: headers)
        }
        if file == nil, let resource = try server.resource(at: path) {
            file = .init(contents: resource.contents, mediaType: resource.mediaType, isPage: resource.isPage)
        }
        guard var file, asked.maximum.map({ file.contents.count <= $0 }) ?? true else { return nil }
        var headers = file.isPage ? pages : others
        if file.isPage {
            if isTheirs {
                // The policy only permits scripts of the package, which does not contain the inline scripts that a
                // bundler adds for development.
                let scripts = InlineScripts.sources(of: file.contents).joined(separator: " ")
                headers[.contentSecurityPolicy] = headers[.contentSecurityPolicy]?
                    .replacing(
                        "script-src 'self'", with: "script-src 'self' 'unsafe-hashes' \(scripts)", maxReplacements: 1)
            }
            file.contents = PageScript.inserted("/" + Self.scriptPath, into: file.contents)
        }
        var response = Self.response(file.contents, file.mediaType, headers)
        response.status = .init(code: (200...599).contains(file.status) ? file.status : 502)
        if response.status == .ok { response.send(file.contents, to: request) }
        return response
    }

    private static func parts(of address: String) -> (path: String, query: String?) {
        guard let mark = address.firstIndex(of: "?") else { return (address, nil) }
        return (String(address[..<mark]), String(address[address.index(after: mark)...]))
    }

    private static func response(_ contents: Data, _ type: String, _ headers: HTTPFields) -> Response {
        var response = Response(status: .ok, headers: headers)
        response.headers[.contentType] = type
        // The file may change before the next request.
        response.headers[.cacheControl] = "no-store"
        response.body = .init(byteBuffer: ByteBuffer(bytes: contents))
        return response
    }
}
