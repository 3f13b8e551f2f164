import AtollRuntime
import Foundation
import HTTPTypes
import Hummingbird

/// The files of the mini app that a developer works on: as they are now, and each page with a script that tells the developer what
/// it does.
struct DevelopedFiles: Sendable {
    let development: ShellDevelopment
    let server: ResourceServer
    /// The largest file that may be loaded, in bytes; nil for a page's.
    let maximum: Int?

    /// - Parameters:
    ///   - pages: The headers of pages.
    ///   - others: Those of all other files.
    func response(to request: Request, pages: HTTPFields, others: HTTPFields) async throws -> Response? {
        // What a launch adds to the address is nothing of the mini app's.
        let address = LaunchTickets.ticket(in: request.uri.string)?.address ?? request.uri.string
        let (path, query) = Self.parts(of: address)
        if path == "/" + ShellDevelopment.scriptPath {
            return Self.response(development.frameScript, "text/javascript; charset=utf-8", others)
        }
        var file: ShellDevelopment.File?
        if let theirs = development.file, !path.hasPrefix("/.atoll/") {
            file = try await theirs(path, query)
        }
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
        guard var file, maximum.map({ file.contents.count <= $0 }) ?? true else { return nil }
        var headers = file.isPage ? pages : others
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
        // The next request may find another file.
        response.headers[.cacheControl] = "no-store"
        response.body = .init(byteBuffer: ByteBuffer(bytes: contents))
        return response
    }
}
