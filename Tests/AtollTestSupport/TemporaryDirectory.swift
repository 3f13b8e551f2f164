import Foundation

/// A temporary folder, removed when the test releases it.
public final class TemporaryDirectory: Sendable {
    public let url: URL

    public init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "atoll-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// The bytes of every file in it, by relative path, to compare that nothing has changed.
    public func contents() throws -> [String: Data] {
        var contents: [String: Data] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: url.path) {
            if let data = try? Data(contentsOf: url.appending(path: path)) { contents[path] = data }
        }
        return contents
    }
}
