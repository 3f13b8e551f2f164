import AtollHub
import AtollPackages
import DurableFiles
import Foundation

/// Stores the users' preferences, each in a file.
actor PreferenceStore {
    private let directory: URL

    init(directory: URL) throws {
        self.directory = directory
        try DurableFile.makeFolder(directory)
        try DurableFile.removeLeftovers(in: directory)
    }

    /// Returns the user's preferences, or the defaults if no preferences are stored or they can't be read.
    func preferences(of user: String) -> Preferences {
        guard let data = try? Data(contentsOf: file(of: user)) else { return Preferences() }
        return (try? JSONDecoder().decode(Preferences.self, from: data)) ?? Preferences()
    }

    /// Changes a user's preferences. Nothing is written if they stay the same.
    @discardableResult
    func update<Result>(_ user: String, _ change: @Sendable (inout Preferences) -> Result) throws -> Result {
        var preferences = preferences(of: user)
        let before = preferences
        let result = change(&preferences)
        if preferences != before { try save(preferences, of: user) }
        return result
    }

    /// Removes a user's preferences.
    func removeAll(of user: String) throws { try DurableFile.remove(file(of: user)) }

    private func save(_ preferences: Preferences, of user: String) throws {
        try DurableFile.write(JSONEncoder().encode(preferences), to: file(of: user), permissions: 0o600)
    }

    private func file(of user: String) -> URL {
        directory.appending(path: SHA256Hash(of: Data(user.utf8)).hex)
    }
}
