import AtollPackages
import AtollRuntime
import DurableFiles
import Foundation

/// The users' decisions on permissions of mini apps: each user's ledger in a file, and decisions for a single launch
/// only in memory.
actor ConsentStore {
    /// A user's decisions for one launch.
    private struct OfLaunch {
        let user: String
        let miniApp: MiniAppID
        var decisions: [String: PermissionLedger.Decision] = [:]
    }

    private let directory: URL
    private let changes: ChangeCount
    private let now: @Sendable () -> Date
    private var ofLaunches: [SHA256Hash: OfLaunch] = [:]
    private var order: [SHA256Hash] = []
    /// The ledgers that were read, so that a call of the bridge reads no file.
    private var ledgers: [String: PermissionLedger] = [:]
    /// The users whose noted uses are not written yet.
    private var unwritten: Set<String> = []

    private static let capacity = 10_000

    /// - Parameter changes: Counts changes that affect ``states(of:for:launch:)`` and ``timesForgotten(_:by:)``.
    init(
        directory: URL, changes: ChangeCount = ChangeCount(), now: @escaping @Sendable () -> Date = { Date() }
    ) throws {
        self.directory = directory
        self.changes = changes
        self.now = now
        try DurableFile.makeFolder(directory)
        try DurableFile.removeLeftovers(in: directory)
    }

    /// Drops a user's decisions on permissions that a version does not declare, when they open it: a later version that
    /// declares them again asks anew. An earlier version that is still open in another tab drops none.
    func dropUndeclared(by miniApp: InstalledMiniApp, of user: String) throws {
        var ledger = try ledger(of: user)
        let before = ledger
        ledger.keep(only: miniApp.declaredPermissionNames, for: miniApp.manifest.id)
        guard ledger != before else { return }
        try save(ledger, of: user)
    }

    /// The states of a version's permissions in a launch, or outside any.
    func states(
        of miniApp: InstalledMiniApp, for user: String, launch: SHA256Hash?
    ) throws -> [String: PermissionState] {
        try ledger(of: user).states(
            of: miniApp, ofLaunch: launch.flatMap { ofLaunches[$0] }?.decisions ?? [:],
            supported: BridgeDescription.permissions)
    }

    /// Records a user's answers to a question. Permissions that could not be asked for are not changed.
    ///
    /// - Returns: The answers that were accepted.
    func answer(
        _ answers: [String: PermissionAnswer], of miniApp: InstalledMiniApp, for user: String, launch: SHA256Hash?
    ) throws -> [String: PermissionAnswer] {
        let states = try states(of: miniApp, for: user, launch: launch)
        let askable = Set(miniApp.askablePermissions.map(\.name))
        let counting = answers.filter { askable.contains($0.key) && states[$0.key] == .prompt }
        guard !counting.isEmpty else { return [:] }
        let id = miniApp.manifest.id
        var ledger = try ledger(of: user)
        for (name, answer) in counting where answer != .once { ledger.decide(answer.ofLaunch, on: name, for: id) }
        try save(ledger, of: user)
        guard let launch else { return counting.filter { $0.value != .once } }
        if ofLaunches[launch] == nil {
            ofLaunches[launch] = OfLaunch(user: user, miniApp: id)
            order.append(launch)
            if order.count > Self.capacity { ofLaunches[order.removeFirst()] = nil }
        }
        // Grants are only in the ledger, so that revoking them there takes effect.
        for (name, answer) in counting where answer != .granted {
            ofLaunches[launch]?.decisions[name] = answer.ofLaunch
        }
        changes.note()
        return counting
    }

    /// Records a user's decision in the settings. It takes effect immediately, in every tab.
    func settle(
        _ decision: PermissionLedger.Decision, on permission: String, for id: MiniAppID, of user: String
    ) throws {
        var ledger = try ledger(of: user)
        let isOfLaunch = ofLaunches.values.contains {
            $0.user == user && $0.miniApp == id && $0.decisions[permission] != nil
        }
        guard isOfLaunch || ledger.decision(on: permission, for: id) != nil else { return }
        ledger.settle(decision, on: permission, for: id)
        try save(ledger, of: user)
        endLaunchDecisions(of: user, for: id) { $0 == permission }
    }

    /// Grants a permission for a user who has not decided about it, as developers do for themselves.
    func grant(_ permission: String, of id: MiniAppID, by user: String) throws {
        var ledger = try ledger(of: user)
        guard ledger.decision(on: permission, for: id) == nil else { return }
        ledger.decide(.granted, on: permission, for: id)
        try save(ledger, of: user)
    }

    /// Records a decision in place of a user, or removes it.
    func replace(
        _ decision: PermissionLedger.Decision?, on permission: String, of id: MiniAppID, by user: String
    ) throws {
        var ledger = try ledger(of: user)
        ledger.forget(permission, for: id)
        if let decision { ledger.settle(decision, on: permission, for: id) }
        try save(ledger, of: user)
        endLaunchDecisions(of: user, for: id) { $0 == permission }
    }

    /// Whether a user has consented, in general or for a launch.
    func isGranted(_ permission: String, of id: MiniAppID, by user: String, launch: SHA256Hash?) -> Bool {
        guard let ledger = try? ledger(of: user) else { return false }
        if ledger.decision(on: permission, for: id) == .granted { return true }
        return launch.flatMap { ofLaunches[$0] }?.decisions[permission] == .granted
    }

    /// Records a user's decisions in an app of the super app, which are valid here, too.
    ///
    /// - Parameters:
    ///   - refusals: How often the user has refused each permission, in total.
    ///   - isLate: Whether the decision was made some time ago, so that a decision here may be newer: a permission that
    ///     is denied here stays denied.
    func record(
        _ decisions: [String: PermissionLedger.Decision], refusals: [String: Int], of id: MiniAppID, for user: String,
        isLate: Bool = false
    ) throws {
        var ledger = try ledger(of: user)
        let decisions = decisions.filter { name, decision in
            !isLate || decision == .denied || ledger.decision(on: name, for: id) != .denied
        }
        for (name, decision) in decisions {
            ledger.adopt(decision, refusals: refusals[name] ?? 1, on: name, for: id)
        }
        try save(ledger, of: user)
        endLaunchDecisions(of: user, for: id) { decisions[$0] != nil }
    }

    /// Removes all of a user's decisions about a mini app: the user is asked again, and the mini app knows them by
    /// another name.
    func forget(_ id: MiniAppID, of user: String) throws {
        var ledger = try ledger(of: user)
        ledger.forgetAll(of: id)
        try save(ledger, of: user)
        endLaunchDecisions(of: user, for: id) { _ in true }
    }

    /// How often a user has forgotten a mini app.
    func timesForgotten(_ id: MiniAppID, by user: String) throws -> Int { try ledger(of: user).timesForgotten(id) }

    /// Notes that a mini app has used a permission. It is written later: the last uses of a process that is killed are
    /// lost.
    func noteUse(of permission: String, by id: MiniAppID, of user: String) {
        guard var ledger = try? ledger(of: user) else { return }
        ledger.noteUse(of: permission, by: id, at: now())
        ledgers[user] = ledger
        unwritten.insert(user)
    }

    /// Writes the uses that were noted.
    func write() async {
        for user in unwritten {
            if let ledger = ledgers[user], (try? save(ledger, of: user)) != nil { unwritten.remove(user) }
            // Lets calls of the bridge run in between.
            await Task.yield()
        }
        if ledgers.count > Self.capacity, unwritten.isEmpty { ledgers = [:] }
    }

    /// A user's decisions; empty if none are stored.
    ///
    /// - Throws: An error if the file can't be read: a revoked permission must not become valid again.
    func ledger(of user: String) throws -> PermissionLedger {
        if let known = ledgers[user] { return known }
        let file = file(of: user)
        guard FileManager.default.fileExists(atPath: file.path) else { return PermissionLedger() }
        let ledger = try JSONDecoder().decode(PermissionLedger.self, from: Data(contentsOf: file))
        ledgers[user] = ledger
        return ledger
    }

    /// A permission of a mini app.
    struct Allowance: Hashable, Sendable {
        let miniApp: MiniAppID
        let permission: String
    }

    /// The permissions that a user has allowed only until mini apps are closed, for the settings.
    func allowedOnce(by user: String) -> [Allowance] {
        let found = Set(
            ofLaunches.values.filter { $0.user == user }.flatMap { decided in
                decided.decisions.filter { $0.value == .granted }
                    .map { Allowance(miniApp: decided.miniApp, permission: $0.key) }
            })
        return found.sorted { ($0.miniApp.rawValue, $0.permission) < ($1.miniApp.rawValue, $1.permission) }
    }

    /// Removes all of a user's decisions.
    func removeAll(of user: String) throws {
        try DurableFile.remove(file(of: user))
        ledgers[user] = nil
        unwritten.remove(user)
        for (launch, decided) in ofLaunches where decided.user == user { ofLaunches[launch] = nil }
        changes.note()
    }

    private func endLaunchDecisions(of user: String, for id: MiniAppID, _ isMeant: (String) -> Bool) {
        for (launch, decided) in ofLaunches where decided.user == user && decided.miniApp == id {
            ofLaunches[launch]?.decisions = decided.decisions.filter { !isMeant($0.key) }
        }
        changes.note()
    }

    private func save(_ ledger: PermissionLedger, of user: String) throws {
        try DurableFile.write(JSONEncoder().encode(ledger), to: file(of: user), permissions: 0o600)
        ledgers[user] = ledger
        changes.note()
    }

    private func file(of user: String) -> URL {
        directory.appending(path: SHA256Hash(of: Data(user.utf8)).hex)
    }
}
