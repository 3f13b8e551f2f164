import AtollCatalog
import AtollPackages
import AtollRuntime
import Foundation
import Logging

/// The web shell's side of the bridge: the stores of mini apps' data, and the methods on top of them.
struct ShellBridge: Sendable {
    let storage: FileStorage
    let secrets: SealedStorage
    let files: FolderFiles
    let notices: NoticeStore
    let events: LaunchEvents
    let rooms: WebRoomProvider
    let providers: ShellProviders
    private let logger: Logger

    /// Opens the stores in the shell's directory.
    init(
        directory: URL, keys: URL, browsers: BrowserSessions, providers: ShellProviders, logger: Logger
    ) throws {
        storage = FileStorage(directory: directory.appending(path: "storage"))
        secrets = try SealedStorage(
            directory: directory.appending(path: "secrets"), keyFile: keys.appending(path: "secrets"))
        files = FolderFiles(directory: directory.appending(path: "files"))
        notices = try NoticeStore(directory: directory.appending(path: "notices"))
        events = LaunchEvents()
        rooms = WebRoomProvider(
            store: try RoomStore(directory: directory.appending(path: "rooms")), events: events, browsers: browsers,
            room: providers.room, logger: logger)
        var providers = providers
        // A super app without its own messages sends them as notices.
        providers.messages = providers.messages ?? MessagesAsNotices(notices: notices, users: browsers.users)
        self.providers = providers
        self.logger = logger
    }

    /// All methods that the shell offers.
    ///
    /// - Parameters:
    ///   - ready: `lifecycle.ready`.
    ///   - tokens: Makes tokens for back ends.
    ///   - sessions: The sessions of the users who receive notices.
    ///   - usage: Counts the events that mini apps report.
    func methods(
        ready: BridgeMethod, tokens: any TokenProvider, sessions: SessionStore, usage: any UsageCounting
    ) -> [BridgeMethod] {
        BridgeMethod.standard(storage: storage, usage: usage, log: Self.log(to: logger))
            + BridgeMethod.secretMethods(secrets) + BridgeMethod.fileMethods(files)
            + BridgeMethod.noticeMethods(WebNoticeProvider(notices: notices, sessions: sessions, logger: logger))
            + BridgeMethod.roomMethods(rooms) + BridgeMethod.tokenMethods(tokens)
            + BridgeMethod.onDevice(except: providers.missingMethods) + [ready, .lifecycleError(usage)]
    }

    /// The methods that give a user's native apps the same answers.
    func sharedMethods(tokens: any TokenProvider) -> [BridgeMethod] {
        let ofUser: Set = ["user.profile", "user.contact"]
        return BridgeMethod.standard(storage: storage).filter {
            $0.name.hasPrefix("storage.") || ofUser.contains($0.name)
        } + BridgeMethod.secretMethods(secrets) + BridgeMethod.fileMethods(files)
            + BridgeMethod.roomMethods(rooms).filter { $0.name.hasPrefix("updates.") }
            + BridgeMethod.tokenMethods(tokens)
    }

    /// Removes all data of a mini app that was itself removed, for all users.
    func removeAll(of miniApp: MiniAppID) async throws {
        try await storage.removeAll(of: miniApp)
        try await secrets.removeAll(of: miniApp)
        try await files.removeAll(of: miniApp)
    }

    /// Removes all data of a mini app for a user, under the name by which it knew them.
    func forget(_ miniApp: MiniAppID, user: User, name: String) async throws {
        let area = StorageArea(user: name, miniApp: miniApp)
        try await storage.removeAll(in: area)
        try await secrets.removeAll(in: area)
        try await files.removeAll(in: area)
        try await notices.forget(miniApp, of: user.id)
        try await rooms.forget(miniApp, of: user, name: name)
    }

    /// Writes the log messages of mini apps at the debug level.
    private static func log(
        to logger: Logger
    ) -> @Sendable (_ level: String, _ message: String, BridgeContext) -> Void {
        { level, message, context in
            logger.debug(
                "A mini app has logged something.",
                metadata: [
                    "miniApp": "\(context.miniApp)", "code": "\(context.version.code)", "level": "\(level)",
                    "message": "\(LogText.short(message))",
                ])
        }
    }
}
