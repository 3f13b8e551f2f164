import Foundation

/// Stores the states of users in a folder, one file for each user.
public actor FileTodayStore: TodayStore {
    private let folder: URL?
    private var known: [String: TodayState] = [:]

    /// - Parameter folder: The folder; nil to hold the states in memory.
    public init(folder: URL?) {
        self.folder = folder
    }

    public func state(of user: String) throws -> TodayState {
        if let state = known[user] { return state }
        guard let file = file(of: user), let data = try? Data(contentsOf: file) else { return TodayState() }
        let state = (try? JSONDecoder().decode(TodayState.self, from: data)) ?? TodayState()
        known[user] = state
        return state
    }

    public func update(_ user: String, _ change: @Sendable (inout TodayState) -> Void) throws {
        var state = try state(of: user)
        change(&state)
        if let file = file(of: user) {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try JSONEncoder().encode(state).write(to: file, options: .atomic)
        }
        known[user] = state
    }

    /// Removes the stored state of a user.
    package func removeState(of user: String) throws {
        known[user] = nil
        guard let file = file(of: user), FileManager.default.fileExists(atPath: file.path) else { return }
        try FileManager.default.removeItem(at: file)
    }

    private func file(of user: String) -> URL? { folder.map { TodayFiles.file(of: user, in: $0) } }
}
