import AtollPackages
import Foundation
import Observation

/// Runs one mini app for a screen: loading, running, asking for permissions when they are used, failing, and
/// recovering.
///
/// It is independent of any web view. A host shows ``phase``, restarts the mini app's content whenever ``generation``
/// has changed, and reports what happens to the content.
@MainActor
@Observable
public final class MiniAppSession {
    /// The state of the session.
    public enum Phase: Sendable {
        /// The mini app is loading; the fraction loaded, from 0 to 1, or nil if it is not known.
        case loading(Double?)
        /// The mini app is running.
        case running(RunnableMiniApp)
        /// The mini app could not be loaded or has failed: a sentence with the reason, for the user.
        case failed(String)
    }

    /// How often the content may end before the session fails.
    public struct Endurance: Hashable, Sendable {
        /// How many ends within ``within`` restart the content; one more fails the session.
        public var ends: Int
        /// The period in which ends are counted.
        public var within: Duration

        /// Creates an endurance.
        public init(ends: Int = 3, within: Duration = .seconds(60)) {
            self.ends = ends
            self.within = within
        }
    }

    /// The state of the session.
    public private(set) var phase = Phase.loading(nil)
    /// A number that increases whenever the content must be started or restarted.
    public private(set) var generation = 0
    /// Whether a page of the mini app has called `lifecycle.ready`.
    public private(set) var isReady = false
    /// Whether the mini app has asked to be closed.
    public private(set) var isClosed = false
    /// Whether the host has reported that the content is on the screen, even if the mini app has not reported ready.
    public private(set) var isShown = false

    /// The page with which the content starts, because a link led there; nil for the first one.
    @ObservationIgnored var linked: String?

    /// The current question to the user, over the running mini app; ``answer(_:)`` continues.
    public private(set) var question: PermissionQuestion?

    /// The permissions that the user has granted to this and other mini apps.
    @ObservationIgnored public let permissions: PermissionStore
    /// The id of the mini app.
    @ObservationIgnored public let id: MiniAppID
    @ObservationIgnored private let source: any MiniAppSource
    @ObservationIgnored private let bridge: BridgeRouter
    @ObservationIgnored private let usage: (any UsageCounting)?
    @ObservationIgnored let sharing: (any MiniAppSharing)?
    /// When what the server knows was taken over last, and the question that is under way.
    @ObservationIgnored var adopted: Duration?
    @ObservationIgnored var refreshing: Task<Void, Never>?
    /// Does what only the device can; nil if it does nothing for mini apps.
    @ObservationIgnored public let device: (any MiniAppDevice)?
    /// Sends the mini app an event. The view of the running content sets it.
    @ObservationIgnored public var tell: @MainActor (_ event: String, _ parameters: BridgeValue) -> Void = { _, _ in }
    /// The launch parameters, which the mini app can request.
    @ObservationIgnored public var launch = MiniAppLaunch() { didSet { device?.opened(launch) } }
    /// The value that the mini app, which has closed itself, passes to the one that opened it.
    @ObservationIgnored public private(set) var result: BridgeValue?
    /// The current page: a path and query on the mini app's origin. The view that shows the content sets it.
    @ObservationIgnored public var page = "/"
    /// Called when the mini app has closed itself, or the user has closed it with its button, after its screen is gone;
    /// not if the screen goes in any other way.
    @ObservationIgnored public var onClose: @MainActor (_ result: BridgeValue?) -> Void = { _ in }
    /// The server's last answer.
    @ObservationIgnored var shared: SharedMiniAppState?
    /// Since when the app is in the background, or this mini app is in it; nil while it is not.
    @ObservationIgnored var hiddenSince: Duration?
    @ObservationIgnored private var lastTap: Duration?
    /// For how long a tap lets a mini app do what needs one.
    private static let tapLifetime = Duration.seconds(5)
    @ObservationIgnored private let endurance: Endurance
    @ObservationIgnored let now: @MainActor () -> Duration
    @ObservationIgnored private var ends: [Duration] = []
    /// The user's decisions for this launch only.
    @ObservationIgnored private var ofLaunch: [String: PermissionLedger.Decision] = [:]
    @ObservationIgnored private var waiting: [CheckedContinuation<Void, Never>] = []
    /// How many calls wait for an answer of the user at most.
    private static let maximumWaiting = 4
    @ObservationIgnored private(set) var attempt = 0

    /// Creates a session; ``open()`` starts it.
    ///
    /// - Parameters:
    ///   - id: The id of the mini app.
    ///   - source: Loads the mini app, and is notified of how it runs.
    ///   - bridge: Answers the mini app's calls.
    ///   - permissions: The user's decisions; by default a new store, which is lost with the session.
    ///   - sharing: Shares what the user decides with the super app's server; nil if it stays on the device.
    ///   - device: Does what only the device can.
    ///   - endurance: How often the content may end before the session fails.
    ///   - usage: Counts what the user decides on permissions; nil to count nothing.
    ///   - now: Returns the time since any fixed moment.
    public init(
        _ id: MiniAppID, from source: any MiniAppSource, bridge: BridgeRouter,
        permissions: PermissionStore? = nil, sharing: (any MiniAppSharing)? = nil,
        device: (any MiniAppDevice)? = nil, endurance: Endurance = Endurance(),
        usage: (any UsageCounting)? = nil, now: (@MainActor () -> Duration)? = nil
    ) {
        self.id = id
        self.source = source
        self.bridge = bridge
        self.permissions = permissions ?? PermissionStore()
        self.sharing = sharing
        self.device = device
        self.endurance = endurance
        self.usage = usage
        let start = ContinuousClock.now
        self.now = now ?? { start.duration(to: .now) }
    }

    /// Creates a session with the methods that every host offers, `lifecycle.ready`, and methods of your own.
    ///
    /// - Parameters:
    ///   - id: The id of the mini app.
    ///   - source: Loads the mini app, and is notified of how it runs.
    ///   - storage: The storage of the mini apps.
    ///   - methods: Further methods; their names must differ from the others.
    ///   - permissions: The user's decisions; by default a new store, which is lost with the session.
    ///   - sharing: Shares what the user decides with the super app's server; nil if it stays on the device.
    ///   - device: Does what only the device can; nil to offer no such method.
    ///   - usage: Counts calls, errors and decisions on permissions; nil to count nothing.
    ///   - now: Returns the time since any fixed moment.
    public convenience init(
        _ id: MiniAppID, from source: any MiniAppSource, storage: any MiniAppStorage,
        methods: [BridgeMethod] = [], permissions: PermissionStore? = nil, sharing: (any MiniAppSharing)? = nil,
        device: (any MiniAppDevice)? = nil, usage: (any UsageCounting)? = nil, now: (@MainActor () -> Duration)? = nil
    ) {
        let ready = ReadySignal()
        let offered = device?.methods ?? []
        let carried = BridgeMethod.onDevice().filter { offered.contains($0.name) }
        let method = BridgeMethod.lifecycleReady { _ in await ready.session?.becameReady() }
        self.init(
            id, from: source,
            bridge: BridgeRouter(
                methods: BridgeMethod.standard(storage: storage, usage: usage)
                    + [method, .lifecycleError(usage)] + carried + methods,
                usage: usage, noteUse: { permission, context in await ready.session?.noteUse(of: permission) }),
            permissions: permissions, sharing: sharing, device: device, usage: usage, now: now)
        ready.session = self
    }

    /// Opens the mini app if that has not been done yet or was cancelled: for a screen that may appear several times.
    public func openIfNeeded() async {
        if case .loading = phase { await open() }
    }

    /// Loads the mini app and runs it, asks for permissions, or fails. Call it again to retry.
    public func open() async {
        attempt += 1
        let current = attempt
        phase = .loading(nil)
        isReady = false
        isShown = false
        (isClosed, result) = (false, nil)
        endQuestion()
        do {
            async let shared = sharing?.state(of: id)
            let loaded = try await source.load(id) { [weak self] part in
                Task { @MainActor [weak self] in self?.note(part, of: current) }
            }
            let state = try await shared
            // In the meantime, the user has retried or left.
            guard current == attempt, !Task.isCancelled else { return }
            if let state { adopt(state) }
            await run(loaded)
        } catch {
            guard current == attempt, !Task.isCancelled else { return }
            // In the user's language, if the view has words for it.
            phase = .failed((error as? any LocalizedError)?.errorDescription ?? "\(error)")
        }
    }

    private func note(_ part: Double, of attempt: Int) {
        guard attempt == self.attempt, case .loading = phase else { return }
        phase = .loading(part)
    }

    /// Goes on with the user's answer to ``question``, by the name of the permission. Ignored if nothing is asked; a
    /// permission without an answer is denied.
    public func answer(_ answers: [String: PermissionAnswer]) {
        guard let question else { return }
        guard case .running(let loaded) = phase else { return endQuestion() }
        var decided: [String: PermissionLedger.Decision] = [:]
        var changed = permissions.ledger
        for permission in question.permissions {
            let answer = answers[permission.name] ?? .denied
            // A permission in the ledger can be revoked there.
            ofLaunch[permission.name] = answer == .granted ? nil : answer.ofLaunch
            if answer != .once {
                changed.decide(answer.ofLaunch, on: permission.name, for: id)
                decided[permission.name] = answer.ofLaunch
            }
            usage?.count(
                .permission(TokenPermission.publicName(of: permission.name), answer.rawValue), 1, of: id,
                code: loaded.miniApp.manifest.version.code)
        }
        permissions.ledger = changed
        guard let sharing, !decided.isEmpty else { return endQuestion() }
        self.question = nil
        // The server is notified first: the waiting call may need it.
        Task { [id] in
            await sharing.share(decided, refusals: changed.refusals(of: id), of: id)
            self.endQuestion()
        }
    }

    private func endQuestion() {
        question = nil
        let ended = waiting
        waiting = []
        for each in ended { each.resume() }
    }

    /// Asks the user for those of the permissions that can be asked for, after an earlier question.
    ///
    /// - Returns: Whether the user has answered.
    private func ask(for names: [String]) async -> Bool {
        while true {
            guard case .running(let loaded) = phase else { return false }
            let states = states(of: loaded)
            let open = loaded.miniApp.askablePermissions.meant(by: names).filter { states[$0.name] == .prompt }
            if open.isEmpty { return true }
            guard waiting.count < Self.maximumWaiting else { return false }
            if question == nil {
                question = PermissionQuestion(
                    name: loaded.miniApp.manifest.name, publisher: loaded.publisher, permissions: open)
            }
            let asked = (attempt, generation)
            await withCheckedContinuation { waiting.append($0) }
            // The question has no answer: the content, or the screen, has gone.
            guard asked == (attempt, generation), !isClosed else { return false }
        }
    }

    private func noteUse(of permission: String) {
        permissions.ledger.noteUse(of: permission, by: id, at: Date())
    }

    private func run(_ loaded: RunnableMiniApp) async {
        ends = []
        ofLaunch = [:]
        if hiddenSince != nil { hiddenSince = now() }
        permissions.ledger.keep(only: loaded.miniApp.declaredPermissionNames, for: id)
        device?.reset()
        generation += 1
        phase = .running(loaded)
        await source.started(loaded.miniApp)
    }

    /// To be called when a page of the mini app calls `lifecycle.ready`.
    public func becameReady() async {
        guard case .running(let loaded) = phase, !isReady else { return }
        isReady = true
        await source.becameReady(loaded.miniApp)
    }

    /// To be called when the process of the content has ended. The content is restarted or, if it ended too often, the
    /// session fails: see ``Endurance``.
    public func contentEnded() async {
        guard case .running(let loaded) = phase else { return }
        let time = now()
        ends = ends.filter { time - $0 < endurance.within } + [time]
        isReady = false
        isShown = false
        device?.reset()
        guard ends.count <= endurance.ends else {
            endQuestion()
            phase = .failed(
                localized("\(loaded.miniApp.manifest.name) keeps stopping. It may work again later."))
            await source.failed(loaded.miniApp)
            return
        }
        generation += 1
        endQuestion()
    }

    /// To be called when the host returns to the foreground and finds the page empty, because the system discarded its
    /// contents. The content is restarted.
    public func foundBlank() { reload() }

    func restart() {
        // The waiting call sees that its page is gone.
        defer { endQuestion() }
        isReady = false
        isShown = false
        device?.reset()
        generation += 1
    }

    /// To be called when the content is on the screen.
    public func contentShown() {
        if case .running = phase { isShown = true }
    }

    /// To be called when the content can't be shown: the session fails with this reason.
    public func contentFailed(_ reason: String) async {
        guard case .running(let loaded) = phase else { return }
        endQuestion()
        device?.reset()
        phase = .failed(reason)
        await source.failed(loaded.miniApp)
    }

    /// Where the permissions of the running version are.
    func states(of loaded: RunnableMiniApp) -> [String: PermissionState] {
        permissions.ledger.states(of: loaded.miniApp, ofLaunch: ofLaunch, supported: bridge.permissions)
    }

    /// Answers a message of the mini app.
    ///
    /// - Parameters:
    ///   - message: The message: a JSON-RPC call, notification or batch.
    ///   - context: The context of the call; its permissions are replaced by those of the running version.
    /// - Returns: The response, or nil if the mini app expects none.
    public func reply(to message: Data, from context: BridgeContext) async -> Data? {
        let call = DeviceCall(message)
        guard !isClosed else { return call?.answer(.closed) }
        if isResting, !(call?.isForHidden ?? false) { return DeviceCall.refusal(of: message, .hidden) }
        let (hasTapped, started) = (hasTapped, generation)
        await refresh()
        guard !isClosed, started == generation else { return call?.answer(.closed) }
        // It may have waited for the server until then.
        if isResting, !(call?.isForHidden ?? false) { return DeviceCall.refusal(of: message, .hidden) }
        if let call, call.needsTap, !hasTapped { return call.answer(needsTap(call.method)) }
        var reply = await bridge.reply(to: message, from: permitted(context))
        if !reply.asks.isEmpty, await ask(for: reply.asks) {
            reply = await bridge.reply(to: message, from: permitted(context))
        }
        if reply.actions.contains(.perform), let call { return await perform(call, permitted(context)) }
        if reply.actions.contains(.close) {
            endQuestion()
            device?.reset()
            result = call?.parameters["result"]
            isClosed = true
        }
        return reply.message
    }

    /// Whether what is asked can be allowed once: not what the server decides on, which knows no launch of an app.
    public var canAllowOnce: Bool {
        guard sharing != nil, let question else { return true }
        return !question.permissions.contains {
            TokenPermission.publicName(of: $0.name) == TokenPermission.group
        }
    }

    /// To be called when the content goes to another page: what the page had around it is gone.
    public func pageWillChange() { device?.reset() }

    /// To be called when the user taps the content.
    public func noteTap() { lastTap = now() }

    private var hasTapped: Bool { lastTap.map { now() - $0 < Self.tapLifetime } ?? false }

    private func permitted(_ context: BridgeContext) -> BridgeContext {
        var context = context
        if let shared { shared.describe(&context.user) }
        if case .running(let loaded) = phase {
            context.permissions = states(of: loaded)
            context.tokens = loaded.miniApp.manifest.tokens
        } else {
            context.permissions = [:]
        }
        return context
    }
}

/// Refers to a session that is created after the method that notifies it.
@MainActor
private final class ReadySignal {
    weak var session: MiniAppSession?
    nonisolated init() {}
}
