import BoundedServer
import DurableFiles
import Foundation
import Hummingbird
import NIOCore

/// Receives the bodies of uploads into files before they need memory: a client that sends slowly occupies a file, and
/// delays only its own organization.
actor UploadSpool {
    private let folder: URL
    /// The uploads of all senders together.
    private let all = UploadGate(capacity: 32, least: 1)
    private var own: [String: (gate: UploadGate, users: Int)] = [:]

    /// How many uploads of one sender are received or published at the same time.
    static let perSender = 4

    /// A body that has arrived, in a file without a name.
    struct Spooled: @unchecked Sendable {
        // Safe: the handle is used by the one caller that reads the body.
        fileprivate let file: FileHandle
        /// In bytes.
        let length: Int

        /// Reads the body into memory.
        func read() throws -> Data {
            try file.seek(toOffset: 0)
            let data = try file.readToEnd() ?? Data()
            try file.close()
            return data
        }
    }

    /// - Parameter folder: The folder in which the files are made. They are unlinked immediately.
    init(_ folder: URL) { self.folder = folder }

    /// Receives a body, and does work with it. A sender's uploads take turns for both together, so that those that have
    /// arrived don't delay others either.
    ///
    /// - Parameters:
    ///   - sender: The organization, by which uploads take turns.
    ///   - limit: The greatest length, in bytes.
    ///   - time: How long the body may take to arrive, once it is its turn.
    ///   - work: Gets the body, or nil if it is longer than `limit`.
    /// - Throws: A 503 ``Problem`` if it is not its turn within a minute, or 408; ``RequestCutOff``; an error of the
    ///   disk or of `work`.
    nonisolated func receive<Result: Sendable>(
        _ body: RequestBody, from sender: String, limit: Int, within time: Duration,
        _ work: (Spooled?) async throws -> Result
    ) async throws -> Result {
        let gate = await enter(sender)
        do {
            let result = try await gate.pass(bytes: 1) {
                let spooled = try await all.pass(bytes: 1) {
                    try await Deadline.within(time) { try await self.write(body, limit: limit) }
                }
                return try await work(spooled)
            }
            await leave(sender)
            return result
        } catch {
            await leave(sender)
            throw error
        }
    }

    /// How many uploads of a sender are under way, or wait.
    func users(of sender: String) -> Int { own[sender]?.users ?? 0 }

    private func enter(_ sender: String) -> UploadGate {
        let entry = own[sender] ?? (UploadGate(capacity: Self.perSender, least: 1), 0)
        own[sender] = (entry.gate, entry.users + 1)
        return entry.gate
    }

    private func leave(_ sender: String) {
        guard let entry = own[sender] else { return }
        own[sender] = entry.users > 1 ? (entry.gate, entry.users - 1) : nil
    }

    private nonisolated func write(_ body: RequestBody, limit: Int) async throws -> Spooled? {
        try DurableFile.makePrivateFolder(folder)
        let file = folder.appending(path: UUID().uuidString)
        guard FileManager.default.createFile(atPath: file.path, contents: nil, attributes: [.posixPermissions: 0o600])
        else { throw CocoaError(.fileWriteUnknown) }
        let handle = Result { try FileHandle(forUpdating: file) }
        // The file is removed even if the process ends.
        try FileManager.default.removeItem(at: file)
        let opened = try handle.get()
        var length = 0
        var chunks = body.makeAsyncIterator()
        while let chunk = try await Self.next(&chunks) {
            length += chunk.readableBytes
            guard length <= limit else { return nil }
            try opened.write(contentsOf: chunk.readableBytesView)
        }
        return Spooled(file: opened, length: length)
    }

    /// The next part of a body.
    ///
    /// - Throws: ``RequestCutOff`` if it ends early.
    private static func next(_ chunks: inout RequestBody.AsyncIterator) async throws -> ByteBuffer? {
        do {
            return try await chunks.next()
        } catch let error where !(error is HTTPError || error is CancellationError) {
            throw RequestCutOff()
        }
    }
}
