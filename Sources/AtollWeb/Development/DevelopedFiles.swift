import AtollRuntime
import Foundation
import HTTPTypes
import Hummingbird

/// The files of the mini app that a developer works on: as they are now, and each page with a script that tells the developer what
/// it does.
struct DevelopedFiles: Sendable {
    let development: ShellDevelopment
    let server: ResourceServer

    func response(to request: Request, _ headers: HTTPFields) async throws -> Response? {
        let path = request.uri.path
        if path == "/" + ShellDevelopment.scriptPath {
            return Self.response(development.frameScript, "text/javascript; charset=utf-8", headers)
        }
        var file: ShellDevelopment.File?
        if let theirs = development.file, !path.hasPrefix("/.atoll/") {
            file = try await theirs(path, request.uri.query)
        }
        let isTheirs = file != nil
        if file == nil, let resource = try server.resource(at: path) {
            file = .init(contents: resource.contents, mediaType: resource.mediaType, isPage: resource.isPage)
        }
        guard var file else { return nil }
        var headers = headers
        if file.isPage {
            if isTheirs {
                // What a bundler puts into its pages for development is not in the package, whose policy knows only its own.
                let scripts = InlineScripts.sources(of: file.contents).joined(separator: " ")
                headers[.contentSecurityPolicy] = headers[.contentSecurityPolicy]?
                    .replacing(
                        "script-src 'self'", with: "script-src 'self' 'unsafe-hashes' \(scripts)", maxReplacements: 1)
            }
            file.contents = PageScript.inserted("/" + ShellDevelopment.scriptPath, into: file.contents)
        }
        return Self.response(file.contents, file.mediaType, headers)
    }

    private static func response(_ contents: Data, _ type: String, _ headers: HTTPFields) -> Response {
        var response = Response(status: .ok, headers: headers)
        response.headers[.contentType] = type
        // The next request may find another file.
        response.headers[.cacheControl] = "no-store"
        response.body = .init(byteBuffer: ByteBuffer(bytes: contents))
        return response
    }
}
