import AtollPackages
import AtollRuntime
import BoundedServer
import Foundation
import Hummingbird

/// The shell's own style sheets, scripts and images, under `/assets/<digest>/<name>`. The contents of a path never
/// change, so browsers request each file once.
struct PublicFiles: Sendable {
    private struct File {
        let contents: Data
        let digest: String
        /// The contents compressed as far as it goes, or nil if that saves nothing.
        let compressed: ByteBuffer?

        init(_ contents: Data) {
            self.contents = contents
            digest = String(SHA256Hash(of: contents).hex.prefix(16))
            compressed = Gzip.compressed(ByteBuffer(bytes: contents), level: 9)
                .flatMap { $0.readableBytes < contents.count ? $0 : nil }
        }
    }

    private let files: [String: File]
    static let stylesheet = "shell.css"
    /// The scripts of the page around a mini app, as one.
    static let miniAppPage = "mini-app.js"
    private static let partsOfMiniAppPage = [
        methods, "checks.js", "dialogs.js", "device.js", "host.js", "files.js", "reach.js", "launches.js", "consent.js",
        "queue.js", "bridge.js", "focus.js", "shell.js",
    ]
    /// The description of the bridge, as a script.
    private static let methods = "methods.js"

    /// Reads the files.
    ///
    /// - Parameters:
    ///   - theme: CSS that is inserted before the shell's style sheet.
    ///   - pageScripts: The first and the last of the scripts of the page around a mini app, besides its own.
    init(theme: Data, pageScripts: (first: Data, last: Data)? = nil) throws {
        guard let folder = Bundle.module.url(forResource: "Public", withExtension: nil, subdirectory: "Resources")
        else { throw CocoaError(.fileNoSuchFile) }
        var files: [String: File] = [:]
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
            var contents = try Data(contentsOf: file)
            if file.lastPathComponent == Self.stylesheet { contents = theme + contents }
            files[file.lastPathComponent] = File(contents)
        }
        files[Self.methods] = File(
            Data("// What mini apps can call: bridge.json.\nglobalThis.AtollMethods = ".utf8)
                + BridgeDescription.contents + Data(";\n".utf8))
        let parts =
            [pageScripts?.first].compactMap(\.self) + Self.partsOfMiniAppPage.compactMap { files[$0]?.contents }
            + [pageScripts?.last].compactMap(\.self)
        files[Self.miniAppPage] = File(Data(parts.joined(separator: Data(";\n".utf8))))
        self.files = files
    }

    /// Returns the path of a file.
    func address(of name: String) -> String {
        "/assets/\(files[name]?.digest ?? "missing")/\(name)"
    }

    /// Returns the contents of a file; empty if there is no such file.
    func contents(of name: String) -> Data { files[name]?.contents ?? Data() }

    func add(to router: Router<ShellContext>) {
        router.get("assets/:digest/:name") { request, context -> Response in
            let name = context.parameters.get("name") ?? ""
            guard let file = files[name], context.parameters.get("digest") == file.digest else {
                throw ShellError.notFound
            }
            var response = Response(
                status: .ok,
                headers: [
                    .contentType: MediaType.type(ofPath: name), .cacheControl: "public, max-age=31536000, immutable",
                ],
                body: .init(byteBuffer: ByteBuffer(bytes: file.contents))
            )
            if let compressed = file.compressed {
                response.headers[.vary] = "Accept-Encoding"
                if Gzip.isAccepted(by: request.headers[.acceptEncoding]) {
                    response.headers[.contentEncoding] = "gzip"
                    response.body = .init(byteBuffer: compressed)
                }
            }
            return response
        }
    }
}
