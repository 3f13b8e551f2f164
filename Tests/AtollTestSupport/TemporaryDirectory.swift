import Foundation

/// A folder of a test's own, which goes when the test does.
public final class TemporaryDirectory: Sendable {
    public let url: URL

    public init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "atoll-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// Every file in it, by its path, with its bytes: what "nothing has changed" is compared by.
    public func contents() throws -> [String: Data] {
        var contents: [String: Data] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: url.path) {
            if let data = try? Data(contentsOf: url.appending(path: path)) { contents[path] = data }
        }
        return contents
    }
}
