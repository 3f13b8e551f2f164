import AtollPackages
import DurableFiles
import Foundation

/// The sessions, in memory and, a file each, on disk, so that a restart signs nobody out.
actor SessionStore {
    private var sessions: [BlobDigest: Session] = [:]
    /// The sessions of each user.
    private var byUser: [String: Set<BlobDigest>] = [:]
    /// Which session a launch belongs to.
    private var owners: [BlobDigest: BlobDigest] = [:]
    /// Which session a secret opens that was replaced.
    private var replaced: [BlobDigest: BlobDigest] = [:]
    private let directory: URL
    private let now: @Sendable () -> Date

    /// How old what is kept of the last use may be.
    private static let useGranularity: TimeInterval = 3_600

    init(directory: URL, now: @escaping @Sendable () -> Date = { Date() }) throws {
        self.directory = directory
        self.now = now
        try DurableFile.makeFolder(directory)
        try DurableFile.removeLeftovers(in: directory)
        for name in try FileManager.default.contentsOfDirectory(atPath: directory.path) {
            let file = directory.appending(path: name)
            guard let session = try? JSONDecoder().decode(Session.self, from: Data(contentsOf: file)),
                !session.hasEnded(at: now())
            else {
                try FileManager.default.removeItem(at: file)
                continue
            }
            sessions[session.id] = session
            byUser[session.user, default: []].insert(session.id)
            if let previous = session.previous { replaced[previous] = session.id }
            for launch in session.launches { owners[launch.id] = session.id }
        }
    }

    /// Begins a session, and ends the user's oldest where there are too many.
    ///
    /// - Parameter label: What people know the browser by.
    /// - Returns: The value of its cookie.
    func begin(for user: User, isApp: Bool = false, label: String? = nil) throws -> String {
        let own = (byUser[user.id] ?? []).compactMap { sessions[$0] }
            .sorted { ($0.lastUsed ?? .distantPast) < ($1.lastUsed ?? .distantPast) }
        for session in own.dropLast(Session.maximumPerUser - 1) { try end(session.id) }
        let cookie = Secret.random()
        let time = now()
        let session = Session(
            id: Secret.digest(of: cookie), user: user.id, expires: time.addingTimeInterval(Session.lifetime),
            created: time, lastUsed: time, label: label, isApp: isApp ? true : nil, issued: time
        )
        try save(session)
        return cookie
    }

    /// The session of the browser or app that sent `cookie`, which thereby was used, or nil.
    func session(cookie: String) -> Session? {
        let id = Secret.digest(of: cookie)
        if let known = replaced[id] { return use(known) }
        guard var session = use(id) else { return nil }
        if let previous = session.previous {
            // The new secret has arrived; the one before it is no longer needed.
            replaced[previous] = nil
            session.previous = nil
            try? save(session)
        }
        return session
    }

    private func use(_ id: BlobDigest) -> Session? {
        guard var session = session(id) else { return nil }
        let time = now()
        if time.timeIntervalSince(session.lastUsed ?? .distantPast) >= Self.useGranularity {
            session.lastUsed = time
            // What can't be written is known until the process ends.
            if (try? save(session)) == nil { sessions[id] = session }
        }
        return session
    }

    /// The session, or nil where it has ended.
    func session(_ id: BlobDigest) -> Session? {
        guard let session = sessions[id], !session.hasEnded(at: now()) else { return nil }
        return session
    }

    /// A user's sessions, the one that was used last first.
    func sessions(of user: String) -> [Session] {
        (byUser[user] ?? []).compactMap { session($0) }
            .sorted { ($0.lastUsed ?? .distantPast) > ($1.lastUsed ?? .distantPast) }
    }

    /// Ends a session; its launches end with it.
    func end(_ id: BlobDigest) throws {
        guard forget(id) else { return }
        try FileManager.default.removeItem(at: file(of: id))
        try DurableFile.synchronizeFolder(directory)
    }

    /// Ends all sessions of a user, but one. A file that can't be removed keeps no other from ending.
    ///
    /// - Throws: What the disk had against the first such file; the session is over in this process all the same.
    func endAll(of user: String, except kept: BlobDigest? = nil) throws {
        var failure: (any Error)?
        for id in byUser[user] ?? [] where id != kept {
            do { try end(id) } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }

    /// Forgets what has ended by itself, in memory and on the disk.
    ///
    /// - Returns: How many sessions that were.
    @discardableResult
    func removeEnded() -> Int {
        let time = now()
        let ended = sessions.values.filter { $0.hasEnded(at: time) }.map(\.id)
        for id in ended {
            _ = forget(id)
            try? FileManager.default.removeItem(at: file(of: id))
        }
        if !ended.isEmpty { try? DurableFile.synchronizeFolder(directory) }
        // A dictionary keeps its room; after a flood that is given back.
        if sessions.capacity > 1_024, sessions.capacity > 4 * sessions.count {
            sessions = Dictionary(minimumCapacity: sessions.count).merging(sessions) { first, _ in first }
            byUser = Dictionary(minimumCapacity: byUser.count).merging(byUser) { first, _ in first }
            owners = Dictionary(minimumCapacity: owners.count).merging(owners) { first, _ in first }
        }
        return ended.count
    }

    private func forget(_ id: BlobDigest) -> Bool {
        guard let session = sessions.removeValue(forKey: id) else { return false }
        byUser[session.user]?.remove(id)
        if byUser[session.user]?.isEmpty ?? false { byUser[session.user] = nil }
        if let previous = session.previous { replaced[previous] = nil }
        for launch in session.launches { owners[launch.id] = nil }
        return true
    }

    /// Gives an app another secret, where its own is a day old. The old one is good until the new one is used, so that an answer
    /// that gets lost signs nobody out.
    ///
    /// - Returns: The new secret, or nil where it is not time yet.
    func rotate(_ session: Session) throws -> String? {
        guard session.isApp == true, sessions[session.id] != nil,
            now().timeIntervalSince(session.issued ?? session.created ?? .distantPast) >= Session.secretLifetime
        else { return nil }
        let secret = Secret.random()
        let renewed = Session(
            id: Secret.digest(of: secret), user: session.user, expires: session.expires, created: session.created,
            lastUsed: now(), label: session.label, isApp: true,
            // One that never arrived is replaced itself; the one that is in use stays good.
            previous: session.previous ?? session.id, issued: now())
        try save(renewed)
        try end(session.id)
        replaced[session.previous ?? session.id] = renewed.id
        return secret
    }

    /// Notes that a mini app was opened.
    ///
    /// - Returns: The value of the launch cookie, or nil where the session has ended.
    func launch(
        _ miniApp: MiniAppID, fileList: BlobDigest, in id: BlobDigest, isCard: Bool = false
    ) throws -> String? {
        guard var session = session(id) else { return nil }
        let cookie = Secret.random()
        let launch = Session.Launch(
            id: Secret.digest(of: cookie), session: id, miniApp: miniApp, fileList: fileList,
            isCard: isCard ? true : nil
        )
        session.launches.append(launch)
        if session.launches.count > Session.maximumLaunches {
            // One of the same mini app first: many reloads of one tab should not end another.
            let oldest = session.launches.dropLast().firstIndex { $0.miniApp == miniApp } ?? session.launches.startIndex
            owners[session.launches.remove(at: oldest).id] = nil
        }
        owners[launch.id] = id
        try save(session)
        return cookie
    }

    /// The launch whose cookie this is, or nil where it or its session has ended.
    func launch(cookie: String) -> Session.Launch? {
        let id = Secret.digest(of: cookie)
        guard let owner = owners[id], let session = session(owner) else { return nil }
        return session.launches.first { $0.id == id }
    }

    /// Whether somebody has a version open.
    func isOpen(_ miniApp: MiniAppID, fileList: BlobDigest) -> Bool {
        let time = now()
        return sessions.values.contains { session in
            !session.hasEnded(at: time) && session.launch(of: miniApp)?.fileList == fileList
        }
    }

    /// How many sessions are in memory.
    var count: Int { sessions.count }

    private func save(_ session: Session) throws {
        try DurableFile.write(JSONEncoder().encode(session), to: file(of: session.id), permissions: 0o600)
        sessions[session.id] = session
        byUser[session.user, default: []].insert(session.id)
    }

    private func file(of id: BlobDigest) -> URL {
        directory.appending(path: id.hex)
    }
}
