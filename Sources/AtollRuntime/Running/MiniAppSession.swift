import AtollPackages
import Foundation
import Observation

/// One mini app as a screen runs it: loading, asking for permissions, running, failing, and coming back from each.
///
/// It knows no web view. A host shows ``phase``, starts the mini app's content anew whenever ``generation`` has changed, and tells what
/// becomes of it.
@MainActor
@Observable
public final class MiniAppSession {
    public enum Phase: Sendable {
        /// It is on its way; how much of it, from 0 to 1, where that is known.
        case loading(Double?)
        /// The user is asked what it may do.
        case asking(RunnableMiniApp, [Manifest.Permission])
        case running(RunnableMiniApp)
        /// It does not run: a sentence that says why.
        case failed(String)
    }

    /// How often content may end before it is given up.
    public struct Endurance: Hashable, Sendable {
        /// So many ends…
        public var ends: Int
        /// …within so long.
        public var within: Duration

        public init(ends: Int = 3, within: Duration = .seconds(60)) {
            self.ends = ends
            self.within = within
        }
    }

    public private(set) var phase = Phase.loading(nil)
    /// Rises when the content has to be started anew.
    public private(set) var generation = 0
    /// Whether a page of the mini app has said that it runs.
    public private(set) var isReady = false
    /// Whether the mini app wants to be closed.
    public private(set) var isClosed = false
    /// Whether its content is on the screen, whatever a page of it says.
    public private(set) var isShown = false

    /// What the user has allowed this and other mini apps.
    @ObservationIgnored public let permissions: PermissionStore
    @ObservationIgnored public let id: MiniAppID
    @ObservationIgnored private let source: any MiniAppSource
    @ObservationIgnored private let bridge: BridgeRouter
    @ObservationIgnored private let endurance: Endurance
    @ObservationIgnored private let now: @MainActor () -> Duration
    @ObservationIgnored private var ends: [Duration] = []
    @ObservationIgnored private var attempt = 0

    /// - Parameters:
    ///   - bridge: Answers the mini app's calls.
    ///   - permissions: What the user has decided; one that is forgotten with the session, without.
    ///   - now: The time since any fixed moment.
    public init(
        _ id: MiniAppID, from source: any MiniAppSource, bridge: BridgeRouter,
        permissions: PermissionStore? = nil, endurance: Endurance = Endurance(),
        now: (@MainActor () -> Duration)? = nil
    ) {
        self.id = id
        self.source = source
        self.bridge = bridge
        self.permissions = permissions ?? PermissionStore()
        self.endurance = endurance
        let start = ContinuousClock.now
        self.now = now ?? { start.duration(to: .now) }
    }

    /// A session with what every host offers, and storage.
    public convenience init(
        _ id: MiniAppID, from source: any MiniAppSource, storage: any MiniAppStorage,
        methods: [BridgeMethod] = [], permissions: PermissionStore? = nil
    ) {
        let ready = ReadySignal()
        let method = BridgeMethod.lifecycleReady { _ in await ready.session?.becameReady() }
        self.init(
            id, from: source,
            bridge: BridgeRouter(methods: BridgeMethod.standard(storage: storage) + [method] + methods),
            permissions: permissions)
        ready.session = self
    }

    /// Opens the mini app, where that has not begun or was broken off: for a screen that comes and goes.
    public func openIfNeeded() async {
        if case .loading = phase { await open() }
    }

    /// Loads the mini app and lets it run, or says why not. Called again, it tries again.
    public func open() async {
        attempt += 1
        let current = attempt
        phase = .loading(nil)
        isReady = false
        isShown = false
        isClosed = false
        do {
            let loaded = try await source.load(id) { [weak self] part in
                Task { @MainActor [weak self] in self?.note(part, of: current) }
            }
            // Somebody has tried again, or gone away, meanwhile.
            guard current == attempt, !Task.isCancelled else { return }
            let undecided = permissions.ledger.undecided(of: loaded.miniApp)
            if undecided.isEmpty { await run(loaded) } else { phase = .asking(loaded, undecided) }
        } catch {
            guard current == attempt, !Task.isCancelled else { return }
            phase = .failed("\(error)")
        }
    }

    private func note(_ part: Double, of attempt: Int) {
        guard attempt == self.attempt, case .loading = phase else { return }
        phase = .loading(part)
    }

    /// Takes what the user has decided, and goes on.
    public func decide(_ decisions: [String: PermissionLedger.Decision]) async {
        guard case .asking(let loaded, let asked) = phase else { return }
        var changed = permissions.ledger
        // What was not answered is not allowed.
        for permission in asked {
            changed.decide(decisions[permission.name] ?? .denied, on: permission.name, for: id)
        }
        permissions.ledger = changed
        await run(loaded)
    }

    private func run(_ loaded: RunnableMiniApp) async {
        ends = []
        generation += 1
        phase = .running(loaded)
        await source.started(loaded.miniApp)
    }

    /// A page of the mini app runs.
    public func becameReady() async {
        guard case .running(let loaded) = phase, !isReady else { return }
        isReady = true
        await source.becameReady(loaded.miniApp)
    }

    /// What runs the content has ended: it is started anew, unless that happens again and again.
    public func contentEnded() async {
        guard case .running(let loaded) = phase else { return }
        let time = now()
        ends = ends.filter { time - $0 < endurance.within } + [time]
        isReady = false
        isShown = false
        guard ends.count <= endurance.ends else {
            phase = .failed("\(loaded.miniApp.manifest.name) keeps stopping. It may work again later.")
            await source.failed(loaded.miniApp)
            return
        }
        generation += 1
    }

    /// The host came back to the front, and found the page empty: the system has taken its contents.
    public func foundBlank() {
        guard case .running = phase else { return }
        isReady = false
        isShown = false
        generation += 1
    }

    /// The content is on the screen.
    public func contentShown() {
        if case .running = phase { isShown = true }
    }

    /// The content could not be shown.
    public func contentFailed(_ reason: String) async {
        guard case .running(let loaded) = phase else { return }
        phase = .failed(reason)
        await source.failed(loaded.miniApp)
    }

    /// What the running version may do: what it asks for, the operator does not deny it, and the user has granted.
    private var allowed: Set<String> {
        guard case .running(let loaded) = phase else { return [] }
        return Set(permissions.ledger.granted(to: id)).intersection(loaded.miniApp.permissions.map(\.name))
    }

    /// Answers a call of the mini app.
    ///
    /// - Returns: The response, or nil where none is expected.
    public func reply(to message: Data, from context: BridgeContext) async -> Data? {
        var context = context
        context.permissions = allowed
        let reply = await bridge.reply(to: message, from: context)
        if reply.actions.contains(.close) { isClosed = true }
        return reply.message
    }
}

/// Knows a session that is made after what tells it.
@MainActor
private final class ReadySignal {
    weak var session: MiniAppSession?
    nonisolated init() {}
}
