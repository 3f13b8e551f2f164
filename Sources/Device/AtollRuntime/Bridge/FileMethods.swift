import Foundation

extension BridgeMethod {
    /// `files.list`, `files.read`, `files.write` and `files.remove`: bytes in pieces, in the area of the user and the mini app.
    public static func fileMethods(_ files: any MiniAppFiles) -> [BridgeMethod] {
        [
            BridgeMethod("files.list") { _, context throws(BridgeError) in
                let found = try await catching { () async throws(FilesError) in
                    try await files.list(in: context.storageArea)
                }
                return BridgeResult(.array(found.map { ["path": .string($0.path), "size": .integer($0.size)] }))
            },
            BridgeMethod("files.read") { parameters, context throws(BridgeError) in
                let path = try parameters.string("path")
                let (data, size) = try await catching { () async throws(FilesError) in
                    try await files.read(
                        path, from: parameters.integer("offset") ?? 0, count: piece, in: context.storageArea)
                }
                return BridgeResult(["data": .string(data.base64EncodedString()), "size": .integer(size)])
            },
            BridgeMethod("files.write") { parameters, context throws(BridgeError) in
                let path = try parameters.string("path")
                guard let data = Data(base64Encoded: try parameters.string("data")) else {
                    throw BridgeError(.invalidParameters, "The parameter \"data\" must be base64.")
                }
                let size = try await catching { () async throws(FilesError) in
                    try await files.write(data, to: path, at: parameters.integer("offset"), in: context.storageArea)
                }
                return BridgeResult(["size": .integer(size)])
            },
            BridgeMethod("files.remove") { parameters, context throws(BridgeError) in
                let path = try parameters.string("path")
                try await catching { () async throws(FilesError) in
                    try await files.remove(path, in: context.storageArea)
                }
                return BridgeResult(.null)
            },
        ]
    }

    /// The most bytes of a piece.
    private static let piece = 512 * 1024

    private static func catching<Value: Sendable>(
        _ body: () async throws(FilesError) -> Value
    ) async throws(BridgeError) -> Value {
        do {
            return try await body()
        } catch {
            switch error {
            case .badPath, .badOffset: throw BridgeError(.invalidParameters, error.description)
            case .notFound: throw BridgeError(.notFound, error.description)
            case .full, .tooMany: throw BridgeError(.quotaExceeded, error.description)
            // The reason concerns the operator, not the mini app.
            case .unavailable: throw BridgeError(.internal, "Files can't be used right now.")
            }
        }
    }
}
