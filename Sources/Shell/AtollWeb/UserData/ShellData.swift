import AtollPackages
import AtollRuntime
import Foundation

/// The shell's data about users: their account, sessions, settings and permissions, and the data that mini apps store
/// for them.
struct ShellData: UserDataSource {
    let core: ShellCore

    private struct AccountFile: Encodable {
        let id: String
        let name: String
        let email: String?
        let roles: [String]
        let created: Date?
    }

    private struct SessionFile: Encodable {
        let device: String?
        let isApp: Bool
        let began: Date?
        let lastUsed: Date?
        /// The mini apps that were opened, newest last.
        let opened: [String]
    }

    /// A value that a mini app stores. Keys that look alike may still differ, so the values are a list and not an
    /// object.
    private struct Value: Encodable {
        let key: String
        let value: String?
    }

    func files(of user: User) async throws -> [UserDataFile] {
        let ledger = try await core.consents.ledger(of: user.id)
        let preferences = await core.preferences.preferences(of: user.id)
        var files = [
            try UserDataFile(
                path: "account.json",
                json: AccountFile(
                    id: user.id, name: user.name, email: user.email, roles: user.roles.sorted(), created: user.created)),
            try UserDataFile(
                path: "sessions.json",
                json: await core.sessions.sessions(of: user.id).map { session in
                    SessionFile(
                        device: session.label, isApp: session.client == .app, began: session.created,
                        lastUsed: session.lastUsed, opened: session.launches.map(\.miniApp.rawValue))
                }),
            try UserDataFile(path: "settings.json", json: preferences),
            try UserDataFile(path: "permissions.json", json: ledger),
        ]
        if core.photos.has(of: user.id) { files.append(photo(of: user)) }
        files.append(await Self.file("notices.json") { try await core.kept.notices.all(of: user.id) })
        files.append(await Self.file("badges.json") { try await core.kept.notices.badges(of: user.id) })
        var used = Set(ledger.miniApps + preferences.hub.favourites + preferences.hub.recent)
        for id in try await miniApps(ledger) {
            let found = await self.files(of: user, in: id, forgotten: ledger.timesForgotten(id))
            if !found.isEmpty { used.insert(id) }
            files += found
        }
        return files + (await feedback(of: user, on: used))
    }

    private func photo(of user: User) -> UserDataFile {
        let photo = try? core.photos.photo(of: user.id)
        let path = photo?.format == .png ? "photo.png" : "photo.jpg"
        return UserDataFile(path: path, size: photo?.contents.count ?? 0) {
            guard let photo else { throw PhotoError.unreadable }
            return photo.contents
        }
    }

    /// The data that a mini app stores for a user. Its secrets, such as tokens, are left out: anyone who finds the
    /// archive could use them.
    private func files(of user: User, in id: MiniAppID, forgotten: Int) async -> [UserDataFile] {
        let name = core.pairwiseNames.name(of: user.id, in: id, forgotten: forgotten)
        let (area, folder) = (StorageArea(user: name, miniApp: id), "mini-apps/\(id)")
        var files: [UserDataFile] = []
        let keys = try? await core.kept.storage.keys(in: area)
        if keys?.isEmpty != true {
            files.append(
                await Self.file("\(folder)/storage.json") {
                    var values: [Value] = []
                    for key in try await core.kept.storage.keys(in: area) {
                        values.append(Value(key: key, value: try await core.kept.storage.value(for: key, in: area)))
                    }
                    return values
                })
        }
        let said = try? await core.kept.rooms.updates(of: user, name: name, in: id)
        if said?.isEmpty != true {
            files.append(
                await Self.file("\(folder)/updates.json") {
                    try await core.kept.rooms.updates(of: user, name: name, in: id)
                })
        }
        for file in (try? await core.kept.files.list(in: area)) ?? [] {
            let store = core.kept.files
            files.append(
                UserDataFile(path: "\(folder)/files/\(file.path)", size: file.size) {
                    try await store.read(file.path, from: 0, count: file.size, in: area).data
                })
        }
        return files
    }

    /// A file whose contents throw if its value can't be read.
    private static func file(_ path: String, _ value: () async throws -> some Encodable & Sendable) async
        -> UserDataFile
    {
        do {
            return try UserDataFile(path: path, json: await value())
        } catch {
            return UserDataFile(path: path, size: 0) { throw error }
        }
    }

    /// The user's feedback on mini apps, as the Center has it.
    private func feedback(of user: User, on ids: Set<MiniAppID>) async -> [UserDataFile] {
        await withTaskGroup(of: UserDataFile?.self) { group in
            for id in ids where !id.isPreview {
                group.addTask { [core] in
                    let path = "mini-apps/\(id)/feedback.json"
                    guard let said = await core.center.feedback(on: id, for: user) else {
                        return UserDataFile(path: path, size: 0) { throw ShellError.catalog(.network("no answer")) }
                    }
                    guard said.ownStars != nil || !said.problems.isEmpty else { return nil }
                    let own = MiniAppFeedback(rating: nil, ownStars: said.ownStars, problems: said.problems)
                    return try? UserDataFile(path: path, json: own)
                }
            }
            return await group.reduce(into: []) { files, file in if let file { files.append(file) } }
        }
    }

    func removeAll(of user: User) async throws {
        let ledger = try await core.consents.ledger(of: user.id)
        let preferences = await core.preferences.preferences(of: user.id)
        // A user who comes back under another name must not rate twice. If the Center can't be reached, ratings stay.
        await takeBackRatings(
            of: user, on: Set(ledger.miniApps + preferences.hub.favourites + preferences.hub.recent))
        var removal = Removal()
        for id in try await miniApps(ledger) {
            await core.issued.revokeAll(of: user.id, for: id)
            // Under every name that the mini app has known: forgotten data is removed immediately, unless the disk
            // failed.
            for times in 0...ledger.timesForgotten(id) {
                let name = core.pairwiseNames.name(of: user.id, in: id, forgotten: times)
                let area = StorageArea(user: name, miniApp: id)
                await removal.attempt { try await core.kept.storage.removeAll(in: area) }
                await removal.attempt { try await core.kept.secrets.removeAll(in: area) }
                await removal.attempt { try await core.kept.files.removeAll(in: area) }
                await removal.attempt { try await core.kept.rooms.forget(id, of: user, name: name) }
            }
        }
        await removal.attempt { try await core.kept.notices.removeAll(of: user.id) }
        await removal.attempt { try await core.preferences.removeAll(of: user.id) }
        await removal.attempt { try await core.photos.keep(nil, of: user.id) }
        await removal.attempt { try await core.center.known.removeAll(of: user.id) }
        await removal.attempt { try await core.cache.removeRuns(of: user.id) }
        try removal.finish()
    }

    func removeRest(of user: User) async throws {
        try await core.sessions.endAll(of: user.id)
        try await removeAll(of: user)
        // Last, because it determines the names under which the rest is stored.
        try await core.consents.removeAll(of: user.id)
    }

    private func takeBackRatings(of user: User, on ids: Set<MiniAppID>) async {
        await withTaskGroup(of: Void.self) { group in
            for id in ids where !id.isPreview {
                group.addTask { [core] in
                    guard await core.center.feedback(on: id, for: user)?.ownStars != nil else { return }
                    _ = try? await core.center.catalog(for: user).rate(id, stars: nil, code: 1)
                }
            }
        }
    }

    /// The mini apps that may store data for a user.
    private func miniApps(_ ledger: PermissionLedger) async throws -> [MiniAppID] {
        var ids = Set(ledger.miniApps)
        ids.formUnion(try await core.kept.storage.miniApps())
        ids.formUnion(try await core.kept.secrets.miniApps())
        ids.formUnion(try await core.kept.files.miniApps())
        for version in try await core.cache.cachedMiniApps() { ids.insert(version.id) }
        return ids.sorted { $0.rawValue < $1.rawValue }
    }
}

/// Removes as much as possible, even after a removal has failed.
private struct Removal {
    private var first: (any Error)?

    mutating func attempt(_ work: () async throws -> Void) async {
        do {
            try await work()
        } catch {
            first = first ?? error
        }
    }

    /// - Throws: The first error.
    func finish() throws { if let first { throw first } }
}
