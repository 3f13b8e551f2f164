import AtollPackages
import Foundation

/// The folders of users in a store of mini apps: in each, there is a folder for each mini app that has stored something.
struct UserFolders {
    let directory: URL

    /// The names of the users' folders.
    func names() throws -> [String] {
        guard FileManager.default.fileExists(atPath: directory.path) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: directory.path)
    }

    /// The mini apps that have stored something for any user.
    func miniApps() throws -> Set<MiniAppID> {
        var ids: Set<MiniAppID> = []
        for user in try names() {
            // Skip stray files.
            let names = try? FileManager.default.contentsOfDirectory(atPath: directory.appending(path: user).path)
            ids.formUnion((names ?? []).compactMap { MiniAppID($0) })
        }
        return ids
    }
}
