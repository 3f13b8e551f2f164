import AtollPackages
import Foundation

/// The service worker on a mini app's own origin: it keeps the files of one version for one user, and answers with them at once and
/// without a connection, where the browser lets a frame of another site keep anything.
///
/// It is the host's script, and the only one that the policy of a mini app's pages allows as a worker. The files that it keeps lie
/// where the mini app can write, too, so it checks each against the digests that stand in the script itself.
public struct MiniAppWorker: Sendable {
    /// The path of the script on every mini app's origin, without the leading slash.
    public static let path = ResourceServer.hostFolder + "worker.js"
    /// The path to which the worker posts the ticket of a launch, without the leading slash.
    public static let launchPath = ResourceServer.hostFolder + "launch"

    private struct Kept: Encodable {
        struct File: Encodable {
            let file: ResourceServer.IndexedFile

            func encode(to encoder: any Encoder) throws {
                var list = encoder.unkeyedContainer()
                try list.encode(file.digest.hex)
                try list.encode(file.mediaType)
                try list.encode(file.length)
                if let links = file.links { try list.encode(links) }
            }
        }

        let pass: String
        let headers: [String: String]
        let files: [String: File]
    }

    private static let code = HostFiles.contents(of: "worker", "js")
    private let server: ResourceServer
    private let headers: [String: String]

    /// Creates the worker for one version.
    ///
    /// - Parameters:
    ///   - server: The version's files.
    ///   - headers: The headers of every answer, but for the type of its contents: security first of all.
    public init(_ server: ResourceServer, headers: [String: String]) {
        self.server = server
        self.headers = headers
    }

    /// Identifies what the worker answers with. It is another one for another version of the mini app, the host's files or the
    /// headers.
    ///
    /// - Parameter fileList: The digest of the version's file list, which names all its files.
    public func version(_ fileList: SHA256Hash) -> SHA256Hash {
        let headers = headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\n" }.joined()
        let host = Self.code + BridgeScript.contents + server.theme
        return SHA256Hash(of: Data((fileList.hex + SHA256Hash(of: host).hex + headers).utf8))
    }

    /// The script.
    ///
    /// - Parameter pass: The text that a launch must have in its URL to get the files.
    /// - Complexity: O(*n*) in the number of files.
    public func script(pass: String) throws -> Data {
        let files = Dictionary(
            try server.index().map { ("/" + $0.path, Kept.File(file: $0)) }
        ) { first, _ in first }
        let kept = Kept(pass: SHA256Hash(of: Data(pass.utf8)).hex, headers: headers, files: files)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try Data("const kept = ".utf8) + encoder.encode(kept) + Data(";\n".utf8) + Self.code
    }
}
