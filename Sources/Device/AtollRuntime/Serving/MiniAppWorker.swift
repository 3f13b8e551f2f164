import AtollPackages
import Foundation

/// The service worker on a mini app's own origin: it caches the files of one version for one user, and answers with
/// them immediately and without a connection, where the browser lets a frame of another site store anything.
///
/// It is the host's script, and the only one that the policy of a mini app's pages allows as a worker. Its cached files
/// are where the mini app can write, too, so it checks each against the digests in the script itself.
///
/// In a browser that stores no cookies for embedded pages, it also carries launches: it sends a document's launch with
/// each of the document's requests (``OpeningPage``).
public struct MiniAppWorker: Sendable {
    /// The path of the script on every mini app's origin, without the leading slash.
    public static let path = ResourceServer.hostFolder + "worker.js"
    /// The path to which the worker posts the ticket of a launch, without the leading slash.
    public static let launchPath = ResourceServer.hostFolder + "launch"

    private struct Kept: Encodable {
        /// Identifies the worker's code.
        let code: String
        let pass: String
        let headers: [String: String]
        /// The headers of pages, where they are others.
        let page: [String: String]
        let files: [String: ResourceServer.IndexedFile]
        /// Whether pages that have no file are answered with the first one.
        let fallback: Bool
        /// Whether a request for a folder without the slash at its end is redirected to the folder's page.
        let folders: Bool
        /// The extensions of files. A path with another ending can be a page of a router.
        let extensions: [String]
    }

    /// The script of a worker for cards and previews, which carries launches and stores no files.
    public static let carrying =
        Data(
            """
            const kept = {"code":"\(codeVersion)","fallback":false,"folders":false,"extensions":[],"files":{},"headers":{},"page":{},"pass":""};

            """.utf8) + code

    /// Identifies the worker's code, which a worker for cards and previews sends with the request for a page.
    public static let codeVersion = String(SHA256Hash(of: code).hex.prefix(16))

    private static let code = HostFiles.contents(of: "worker", "js")
    /// Identifies the host's scripts.
    private static let scripts = SHA256Hash(
        of: code + BridgeScript.contents + CompatibilityLayer.webxdcScript
            + (CompatibilityLayer.script(at: CompatibilityLayer.blobWorkerPath) ?? Data())
            + Manifest.Compatibility.Kind.allCases.map(CompatibilityLayer.script).joined())
    private let files: [String: ResourceServer.IndexedFile]
    private let hasFallback: Bool
    private let hasFolders: Bool
    private let headers: [String: String]
    private let headersOfPages: [String: String]

    /// Creates the worker for one version.
    ///
    /// - Parameters:
    ///   - server: The version's files.
    ///   - headers: The headers of every answer, but for the type of its contents: security first of all.
    ///   - headersOfPages: Those of pages, where they are others.
    /// - Throws: As `ResourceServer.resource(at:)`.
    /// - Complexity: O(*n*) in the number of files; what the first pages load is scanned.
    public init(_ server: ResourceServer, headers: [String: String], headersOfPages: [String: String] = [:]) throws {
        files = Dictionary(try server.index().map { ("/" + $0.path, $0) }) { first, _ in first }
        hasFallback = server.hasFallback
        hasFolders = server.web != nil
        self.headers = headers
        self.headersOfPages = headersOfPages
    }

    /// Identifies what a worker answers with. It is another one for another version of the mini app, the host's files
    /// or the headers.
    ///
    /// - Parameters:
    ///   - fileList: The digest of the version's file list, which names all its files.
    ///   - headers: As for the worker.
    ///   - headersOfPages: As for the worker.
    ///   - theme: The style sheet with the host's look.
    public static func version(
        of fileList: SHA256Hash, headers: [String: String], headersOfPages: [String: String] = [:], theme: Data
    ) -> SHA256Hash {
        let headers = [headers, headersOfPages].map { fields in
            fields.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\n" }.joined()
        }.joined(separator: "\n")
        return SHA256Hash(of: Data((fileList.hex + scripts.hex + SHA256Hash(of: theme).hex + headers).utf8))
    }

    /// The script.
    ///
    /// - Parameter pass: The text that a launch must have in its URL to get the files.
    /// - Complexity: O(*n*) in the number of files.
    public func script(pass: String) throws -> Data {
        let kept = Kept(
            code: Self.codeVersion, pass: SHA256Hash(of: Data(pass.utf8)).hex, headers: headers, page: headersOfPages,
            files: files, fallback: hasFallback, folders: hasFolders,
            extensions: hasFallback ? MediaType.extensions.sorted() : [])
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try Data("const kept = ".utf8) + encoder.encode(kept) + Data(";\n".utf8) + Self.code
    }
}
