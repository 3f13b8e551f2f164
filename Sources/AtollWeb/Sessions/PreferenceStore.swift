import AtollHub
import AtollPackages
import DurableFiles
import Foundation

/// What a user has chosen about the shell.
struct Preferences: Codable, Hashable, Sendable {
    var hubLayout = HubLayout.oneColumn
    var hub = HubMemory()

    init() {}

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        hubLayout = try values.decodeIfPresent(HubLayout.self, forKey: .hubLayout) ?? .oneColumn
        hub = try values.decodeIfPresent(HubMemory.self, forKey: .hub) ?? HubMemory()
    }
}

/// The users' preferences, a file each.
actor PreferenceStore {
    private let directory: URL

    init(directory: URL) throws {
        self.directory = directory
        try DurableFile.makeFolder(directory)
        try DurableFile.removeLeftovers(in: directory)
    }

    /// The user's preferences; the defaults where there are none, or none that can be read.
    func preferences(of user: String) -> Preferences {
        guard let data = try? Data(contentsOf: file(of: user)) else { return Preferences() }
        return (try? JSONDecoder().decode(Preferences.self, from: data)) ?? Preferences()
    }

    /// Changes a user's preferences; nothing is written where they stay what they were.
    @discardableResult
    func update<Result>(_ user: String, _ change: @Sendable (inout Preferences) -> Result) throws -> Result {
        var preferences = preferences(of: user)
        let before = preferences
        let result = change(&preferences)
        if preferences != before { try save(preferences, of: user) }
        return result
    }

    private func save(_ preferences: Preferences, of user: String) throws {
        try DurableFile.write(JSONEncoder().encode(preferences), to: file(of: user), permissions: 0o600)
    }

    private func file(of user: String) -> URL {
        directory.appending(path: BlobDigest(of: Data(user.utf8)).hex)
    }
}
