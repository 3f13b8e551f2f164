import AtollTerminal
import Foundation

/// The file `atoll.json` next to a mini app or in its folder `.atoll`: where the mini app is published. Options
/// override it.
///
/// ```json
/// { "center": "https://miniapps.example.com", "superApps": ["com.example.lagoon"], "key": "publisher" }
/// ```
struct ProjectSettings: Codable, Equatable {
    /// The Center's URL.
    var center: String?
    /// The ids of the super apps that versions are for.
    var superApps: [String]?
    /// The publisher's id.
    var publisher: String?
    /// The folder of the keys, relative to the file.
    var keys: String?
    /// The name of the key to sign with.
    var key: String?
    /// The file that they were read from.
    private var file: URL?

    private enum CodingKeys: String, CodingKey { case center, superApps, publisher, keys, key }

    static let name = MiniAppFolders.settings
    /// The file of a mini app that has no project folder around it. Packages contain no hidden files.
    private static let hidden = ".atoll/atoll.json"
    private static let maximumLength = 64 * 1024

    init(center: String?, superApps: [String]?, publisher: String?, keys: String?, key: String?) {
        (self.center, self.superApps, self.publisher, self.keys, self.key) = (center, superApps, publisher, keys, key)
    }

    /// The settings of a mini app's folder, or of the folder around it. Without a file, all are empty.
    ///
    /// - Throws: A ``Failure`` for a file that can't be read.
    init(of path: String = ".") throws {
        let folder = URL(filePath: path).standardizedFileURL
        let places = MiniAppFolders.places(of: folder).flatMap {
            [$0.appending(path: Self.name), $0.appending(path: Self.hidden)]
        }
        guard let file = places.first(where: { FileManager.default.fileExists(atPath: $0.path) }) else { return }
        guard let data = FileManager.default.contents(atPath: file.path), data.count <= Self.maximumLength,
            var found = try? JSONDecoder().decode(Self.self, from: data)
        else {
            throw Failure(
                "\(file.path) can't be read. Expected an object with center, superApps, publisher, keys and key.")
        }
        if let keys = found.keys {
            found.keys = URL(filePath: keys, relativeTo: file.deletingLastPathComponent()).standardizedFileURL.path
        }
        found.file = file
        self = found
    }

    /// A path from one folder to another, which stays valid if both are moved together.
    private static func path(from folder: URL, to other: URL) -> String {
        let (start, end) = (folder.standardizedFileURL.pathComponents, other.standardizedFileURL.pathComponents)
        let shared = zip(start, end).prefix { $0 == $1 }.count
        guard shared > 1 else { return other.standardizedFileURL.path }
        return (Array(repeating: "..", count: start.count - shared) + end.dropFirst(shared)).joined(separator: "/")
    }

    /// Writes the settings to the file that they were read from. New ones go beside a mini app's folder if that is called
    /// `app`, and into its hidden folder otherwise.
    func save(of folder: URL) throws -> URL {
        let folder = folder.standardizedFileURL
        let isProject = folder.lastPathComponent == "app"
        let file =
            self.file
            ?? (isProject
                ? folder.deletingLastPathComponent().appending(path: Self.name) : folder.appending(path: Self.hidden))
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        var settings = self
        settings.keys = keys.map { Self.path(from: file.deletingLastPathComponent(), to: URL(filePath: $0)) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try (encoder.encode(settings) + Data("\n".utf8)).write(to: file, options: .atomic)
        return file
    }
}
