import AtollPackages
import DurableFiles
import Foundation

/// The sessions, in memory and, a file each, on disk, so that a restart signs nobody out.
actor SessionStore {
    private var sessions: [BlobDigest: Session] = [:]
    /// Which session a launch belongs to.
    private var owners: [BlobDigest: BlobDigest] = [:]
    private let directory: URL
    private let now: @Sendable () -> Date

    init(directory: URL, now: @escaping @Sendable () -> Date = { Date() }) throws {
        self.directory = directory
        self.now = now
        try DurableFile.makeFolder(directory)
        try DurableFile.removeLeftovers(in: directory)
        for name in try FileManager.default.contentsOfDirectory(atPath: directory.path) {
            let file = directory.appending(path: name)
            guard let session = try? JSONDecoder().decode(Session.self, from: Data(contentsOf: file)),
                session.expires > now()
            else {
                try FileManager.default.removeItem(at: file)
                continue
            }
            sessions[session.id] = session
            for launch in session.launches { owners[launch.id] = session.id }
        }
    }

    /// Begins a session.
    ///
    /// - Returns: The value of its cookie.
    func begin(for user: User, isApp: Bool = false) throws -> String {
        let cookie = Secret.random()
        let session = Session(
            id: Secret.digest(of: cookie), user: user.id, expires: now().addingTimeInterval(Session.lifetime),
            isApp: isApp ? true : nil
        )
        try save(session)
        return cookie
    }

    /// The session of the browser that sent `cookie`, or nil.
    func session(cookie: String) -> Session? {
        session(Secret.digest(of: cookie))
    }

    /// The session, or nil where it has ended.
    func session(_ id: BlobDigest) -> Session? {
        guard let session = sessions[id], session.expires > now() else { return nil }
        return session
    }

    /// Ends a session; its launches end with it.
    func end(_ id: BlobDigest) throws {
        guard let session = sessions.removeValue(forKey: id) else { return }
        for launch in session.launches { owners[launch.id] = nil }
        try FileManager.default.removeItem(at: file(of: id))
        try DurableFile.synchronizeFolder(directory)
    }

    /// Ends all sessions of a user.
    func endAll(of user: String) throws {
        for session in sessions.values where session.user == user { try end(session.id) }
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
        sessions.values.contains { session in
            session.expires > now() && session.launch(of: miniApp)?.fileList == fileList
        }
    }

    private func save(_ session: Session) throws {
        try DurableFile.write(JSONEncoder().encode(session), to: file(of: session.id), permissions: 0o600)
        sessions[session.id] = session
    }

    private func file(of id: BlobDigest) -> URL {
        directory.appending(path: id.hex)
    }
}
