import AtollWeb
import DurableFiles
import Foundation
import LagoonToday

/// The data that Today stores about users.
struct TodayData: UserDataSource {
    let store: FileTodayStore
    /// The folder that records which cards users have seen.
    let seen: URL

    func files(of user: User) async throws -> [UserDataFile] {
        let seen = TodayFiles.file(of: user.id, in: seen)
        let state = try UserDataFile(path: "today.json", json: await store.state(of: user.id))
        guard let known = FileManager.default.contents(atPath: seen.path) else { return [state] }
        return [state, UserDataFile(path: "today-seen.json", contents: known)]
    }

    func removeAll(of user: User) async throws {
        try await store.removeState(of: user.id)
        try DurableFile.remove(TodayFiles.file(of: user.id, in: seen))
    }
}
