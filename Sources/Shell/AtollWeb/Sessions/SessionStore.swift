import AtollPackages
import DurableFiles
import Foundation

/// The sessions, in memory and on disk, each in a file, so that a restart does not sign users out.
actor SessionStore {
    private var sessions: [SHA256Hash: Session] = [:]
    /// The sessions of each user.
    private var byUser: [String: Set<SHA256Hash>] = [:]
    /// The sessions of launches, by launch.
    private var owners: [SHA256Hash: SHA256Hash] = [:]
    /// The sessions of replaced secrets that are still valid, by secret.
    private var replaced: [SHA256Hash: SHA256Hash] = [:]
    private var endings = SessionEndings()
    private let directory: URL
    private let changes: ChangeCount
    private let now: @Sendable () -> Date

    /// The accuracy of the stored time of last use, in seconds.
    private static let useGranularity: TimeInterval = 3_600

    /// Loads the sessions of a directory, which is created if it does not exist. Expired and unreadable files are
    /// removed.
    ///
    /// - Parameter changes: Counts the sessions and launches that end.
    init(
        directory: URL, changes: ChangeCount = ChangeCount(), now: @escaping @Sendable () -> Date = { Date() }
    ) throws {
        self.directory = directory
        self.changes = changes
        self.now = now
        try DurableFile.makeFolder(directory)
        try DurableFile.removeLeftovers(in: directory)
        for name in try FileManager.default.contentsOfDirectory(atPath: directory.path) {
            let file = directory.appending(path: name)
            guard let session = try? JSONDecoder().decode(Session.self, from: Data(contentsOf: file)),
                !session.hasEnded(at: now())
            else {
                // A file that can't be removed is not read either, and must not prevent the start.
                try? FileManager.default.removeItem(at: file)
                continue
            }
            sessions[session.id] = session
            byUser[session.user, default: []].insert(session.id)
            if let previous = session.previous { replaced[previous] = session.id }
            for launch in session.launches { owners[launch.id] = session.id }
        }
    }

    /// Begins a session, and ends the user's least recently used one if there are too many.
    ///
    /// - Parameters:
    ///   - user: The user.
    ///   - client: The kind of client that the user has signed in with.
    ///   - label: A readable name of the browser.
    ///   - previous: A session that this one replaces, and which ends.
    ///   - endings: ``endingCount`` from before the user's password was compared; nil without a password.
    /// - Returns: The secret of the session: the value of its cookie.
    /// - Throws: ``SessionEndings/EndedMeanwhile`` if all sessions of the user were ended after that; an error of the
    ///   file system.
    func begin(
        for user: User, client: Session.Client = .browser, label: String? = nil, replacing previous: SHA256Hash? = nil,
        since endings: Int? = nil
    ) throws -> String {
        if let endings, self.endings.include(user.id, since: endings) { throw SessionEndings.EndedMeanwhile() }
        if let previous { try end(previous) }
        let own = (byUser[user.id] ?? []).compactMap { sessions[$0] }
            .sorted { ($0.lastUsed ?? .distantPast) < ($1.lastUsed ?? .distantPast) }
        for session in own.dropLast(Session.maximumPerUser - 1) { try end(session.id) }
        let cookie = Secret.random()
        let time = now()
        let session = Session(
            id: Secret.digest(of: cookie), user: user.id, expires: time.addingTimeInterval(Session.lifetime),
            created: time, lastUsed: time, label: label, client: client, issued: time
        )
        try save(session)
        return cookie
    }

    /// Returns the session that `cookie` is the secret of, and records its use.
    ///
    /// - Returns: The session, or nil if it does not exist or has ended.
    func session(cookie: String) -> Session? {
        let id = Secret.digest(of: cookie)
        if let known = replaced[id] { return use(known) }
        guard var session = use(id) else { return nil }
        if let previous = session.previous {
            // The new secret has arrived, so the previous one is no longer needed.
            replaced[previous] = nil
            session.previous = nil
            try? save(session)
        }
        return session
    }

    private func use(_ id: SHA256Hash) -> Session? {
        guard var session = session(id) else { return nil }
        let time = now()
        if time.timeIntervalSince(session.lastUsed ?? .distantPast) >= Self.useGranularity {
            session.lastUsed = time
            // If it can't be written, it is retained in memory.
            if (try? save(session)) == nil { sessions[id] = session }
        }
        return session
    }

    /// Returns a session, or nil if it has ended.
    func session(_ id: SHA256Hash) -> Session? {
        guard let session = sessions[id], !session.hasEnded(at: now()) else { return nil }
        return session
    }

    /// Returns a user's sessions, most recently used first.
    func sessions(of user: String) -> [Session] {
        (byUser[user] ?? []).compactMap { session($0) }
            .sorted { ($0.lastUsed ?? .distantPast) > ($1.lastUsed ?? .distantPast) }
    }

    /// Ends a session and its launches.
    func end(_ id: SHA256Hash) throws {
        guard forget(id) else { return }
        let file = file(of: id)
        // If the file no longer exists, the session has ended as well.
        if FileManager.default.fileExists(atPath: file.path) { try FileManager.default.removeItem(at: file) }
        try DurableFile.synchronizeFolder(directory)
    }

    /// How often all sessions of a user were ended.
    var endingCount: Int { endings.count }

    /// Ends all sessions of a user, except the one with the id `kept`. If a file can't be removed, the remaining
    /// sessions still end.
    ///
    /// - Throws: The first error of the file system. In this process, the session has ended anyway.
    func endAll(of user: String, except kept: SHA256Hash? = nil) throws {
        endings.note(user)
        var failure: (any Error)?
        for id in byUser[user] ?? [] where id != kept {
            do { try end(id) } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }

    /// Removes expired sessions from memory and disk.
    ///
    /// - Returns: The number of sessions removed.
    @discardableResult
    func removeEnded() -> Int {
        let time = now()
        let ended = sessions.values.filter { $0.hasEnded(at: time) }.map(\.id)
        for id in ended {
            _ = forget(id)
            try? FileManager.default.removeItem(at: file(of: id))
        }
        if !ended.isEmpty { try? DurableFile.synchronizeFolder(directory) }
        // Dictionaries never shrink, so after a flood of sessions they are rebuilt to release memory.
        if sessions.capacity > 1_024, sessions.capacity > 4 * sessions.count {
            sessions = Dictionary(minimumCapacity: sessions.count).merging(sessions) { first, _ in first }
            byUser = Dictionary(minimumCapacity: byUser.count).merging(byUser) { first, _ in first }
            owners = Dictionary(minimumCapacity: owners.count).merging(owners) { first, _ in first }
        }
        return ended.count
    }

    private func forget(_ id: SHA256Hash) -> Bool {
        guard let session = sessions.removeValue(forKey: id) else { return false }
        byUser[session.user]?.remove(id)
        if byUser[session.user]?.isEmpty ?? false { byUser[session.user] = nil }
        if let previous = session.previous { replaced[previous] = nil }
        for launch in session.launches { owners[launch.id] = nil }
        changes.note()
        return true
    }

    /// Gives an app a new secret if its current one is a day old. The old secret is valid until the new one is used, so
    /// that a lost response does not sign the user out.
    ///
    /// - Returns: The new secret, or nil if it is not yet due.
    func rotate(_ session: Session) throws -> String? {
        guard session.client == .app, sessions[session.id] != nil,
            now().timeIntervalSince(session.issued ?? session.created ?? .distantPast) >= Session.secretLifetime
        else { return nil }
        let secret = Secret.random()
        let renewed = Session(
            id: Secret.digest(of: secret), user: session.user, expires: session.expires, created: session.created,
            lastUsed: now(), label: session.label, client: .app,
            // If the current secret never arrived, the previous one, which is in use, stays valid.
            previous: session.previous ?? session.id, issued: now())
        try save(renewed)
        try end(session.id)
        replaced[session.previous ?? session.id] = renewed.id
        return secret
    }

    /// Records that a mini app was opened.
    ///
    /// - Returns: The secret name of the launch, which requests use to prove that they belong to it; nil if the session
    ///   has ended.
    func launch(
        _ miniApp: MiniAppID, fileList: SHA256Hash, in id: SHA256Hash, surface: Session.Surface = .pages
    ) throws -> String? {
        guard var session = session(id) else { return nil }
        let name = Secret.random()
        let launch = Session.Launch(
            id: Secret.digest(of: name), session: id, miniApp: miniApp, fileList: fileList,
            surface: surface
        )
        session.launches.append(launch)
        if session.launches.count > Session.maximumLaunches {
            owners[session.launches.remove(at: session.launchToEnd).id] = nil
        }
        owners[launch.id] = id
        defer { changes.note() }
        try save(session)
        return name
    }

    /// Returns the launch with a secret name, or nil if it or its session has ended.
    func launch(name: String) -> Session.Launch? {
        let id = Secret.digest(of: name)
        guard let owner = owners[id], let session = session(owner) else { return nil }
        return session.launches.first { $0.id == id }
    }

    /// Records that the browser of a session stores no cookies for embedded pages.
    func carryLaunches(of id: SHA256Hash) throws {
        guard var session = session(id) else { return }
        session.isCarried = true
        try save(session)
    }

    /// Whether any session has a version open.
    func isOpen(_ miniApp: MiniAppID, fileList: SHA256Hash) -> Bool {
        let time = now()
        return sessions.values.contains { session in
            !session.hasEnded(at: time) && session.hasOpen(miniApp, fileList)
        }
    }

    /// The number of sessions in memory.
    var count: Int { sessions.count }

    private func save(_ session: Session) throws {
        try DurableFile.write(JSONEncoder().encode(session), to: file(of: session.id), permissions: 0o600)
        sessions[session.id] = session
        byUser[session.user, default: []].insert(session.id)
    }

    private func file(of id: SHA256Hash) -> URL {
        directory.appending(path: id.hex)
    }
}
