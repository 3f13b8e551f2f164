import AtollPackages
import AtollRuntime
import Foundation

/// The files of mini apps on the super app's server, where `files` of ``AtollRuntime/BridgeMethod/onServer(_:)`` are:
/// files that the device picks and photos that it takes are stored there, and files that it saves and shares come from
/// there.
///
/// ```swift
/// var providers = DeviceProviders()
/// providers.files = ServerFiles(server)
/// ```
/// Only the mini app of an area counts: the server knows the user by the app's session.
public struct ServerFiles: MiniAppFiles {
    private let server: SuperAppServer
    private let pause: @Sendable (Duration) async -> Void

    /// The maximum number of bytes sent at a time; the server decides how many it returns.
    private static let piece = 384 * 1_024
    /// The maximum number of attempts to send a piece while the server is busy.
    private static let maximumAttempts = 10

    /// Creates the files of a server.
    ///
    /// - Parameter pause: Waits; for tests.
    public init(
        _ server: SuperAppServer,
        pause: @escaping @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) }
    ) {
        self.server = server
        self.pause = pause
    }

    /// The files of a mini app, sorted by path.
    public func list(in area: StorageArea) async throws(FilesError) -> [MiniAppFile] {
        guard case .array(let files) = try await call("files.list", [:], area) else { throw Self.unreadable }
        return files.compactMap { file in
            guard let path = file["path"]?.string, case .integer(let size)? = file["size"] else { return nil }
            return MiniAppFile(path: path, size: size)
        }
    }

    /// Reads at most `count` bytes of a file from `offset` on, and the file's size.
    public func read(
        _ path: String, from offset: Int, count: Int, in area: StorageArea
    ) async throws(FilesError) -> (data: Data, size: Int) {
        var data = Data()
        while true {
            let answer = try await call(
                "files.read", ["path": .string(path), "offset": .integer(offset + data.count)], area)
            guard let bytes = answer["data"]?.string.flatMap({ Data(base64Encoded: $0) }),
                case .integer(let size)? = answer["size"]
            else { throw Self.unreadable }
            data += bytes.prefix(count - data.count)
            guard !bytes.isEmpty, data.count < count, offset + data.count < size else { return (data, size) }
        }
    }

    /// Writes bytes, piece by piece. If a piece fails, a file that is new or replaced is removed.
    public func write(
        _ data: Data, to path: String, at offset: Int?, in area: StorageArea
    ) async throws(FilesError) -> Int {
        var written = 0
        var size = 0
        do throws(FilesError) {
            repeat {
                let piece = data.dropFirst(written).prefix(Self.piece)
                var parameters: [String: BridgeValue] = [
                    "path": .string(path), "data": .string(piece.base64EncodedString()),
                ]
                // The first piece replaces the file, so it has no offset.
                if offset != nil || written > 0 { parameters["offset"] = .integer((offset ?? 0) + written) }
                guard case .integer(let found)? = try await call("files.write", parameters, area)["size"] else {
                    throw Self.unreadable
                }
                size = found
                written += piece.count
            } while written < data.count
        } catch {
            if offset == nil, written > 0 { try? await remove(path, in: area) }
            throw error
        }
        return size
    }

    /// Removes a file, if it exists.
    public func remove(_ path: String, in area: StorageArea) async throws(FilesError) {
        _ = try await call("files.remove", ["path": .string(path)], area)
    }

    /// Removes all files of a mini app.
    public func removeAll(in area: StorageArea) async throws(FilesError) {
        for file in try await list(in: area) { try await remove(file.path, in: area) }
    }

    private static let unreadable = FilesError.unavailable("The super app's server sent an invalid response.")

    private func call(
        _ method: String, _ parameters: [String: BridgeValue], _ area: StorageArea
    ) async throws(FilesError) -> BridgeValue {
        for _ in 1..<Self.maximumAttempts {
            do throws(BridgeError) {
                return try await server.call(method, parameters, of: area.miniApp)
            } catch {
                guard error.code == .limited else { throw FilesError(error) }
                // A large file takes many calls, so the server may limit them.
                let wait = if case .integer(let time)? = error.data["retryAfter"] { time } else { 1_000 }
                await pause(.milliseconds(min(max(wait, 0), 10_000)))
            }
        }
        throw FilesError(BridgeError(.limited, "The super app's server is busy."))
    }
}

extension FilesError {
    fileprivate init(_ error: BridgeError) {
        self =
            switch error.code {
            case .notFound: .notFound
            case .invalidParameters: .badPath
            case .quotaExceeded: .full(limit: 50 * 1_048_576)
            default: .unavailable(error.message)
            }
    }
}
