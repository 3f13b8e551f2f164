import AtollNavigation
import Observation

/// Opens links in an app: reads them, goes to their targets, stores a link that needs a condition first, and reports
/// what is wrong with a link that can't be opened.
@MainActor
@Observable
public final class LinkOpener<F: Fragment> {
    /// Why a link was not opened.
    public enum Problem: Error, Hashable, Sendable, CustomStringConvertible {
        /// The URL can't be read.
        case address(LinkError)
        /// Its target can't be presented; with the reason.
        case destination(String)

        public var description: String {
            switch self {
            case .address(let error): "The URL can't be read. \(error)"
            case .destination(let reason): "The target of the URL can't be shown. \(reason)"
            }
        }

        /// The message for users of the app.
        public var userText: String {
            switch self {
            case .address: "There is nothing at this address."
            case .destination: "This link can't be opened right now."
            }
        }
    }

    /// Why the last link was not opened, until this is reset to nil or another link is opened.
    public var problem: Problem?
    /// The destination of the last link that was opened, with what it says in addition to its path, such as a search
    /// text; nil once its screen has taken it.
    public private(set) var opened: LinkDestination<F>?

    @ObservationIgnored private let root: NavigationRoot<F>
    /// The routes by which links are read.
    @ObservationIgnored public let router: LinkRouter<F>
    /// The URLs that belong to the app.
    @ObservationIgnored public let addresses: LinkAddresses
    private var pending: PendingLink<F>
    @ObservationIgnored private let now: @MainActor () -> Duration

    /// An opener for the links of an app.
    ///
    /// - Parameters:
    ///   - addresses: Which URLs belong to the app.
    ///   - root: The navigation of the whole app.
    ///   - lifetime: The time for which a link that needs a condition first is stored.
    ///   - now: The time since any fixed moment, on a monotonic clock.
    public init(
        _ router: LinkRouter<F>, at addresses: LinkAddresses, in root: NavigationRoot<F>,
        lifetime: Duration = .seconds(600), now: (@MainActor () -> Duration)? = nil
    ) {
        self.router = router
        self.addresses = addresses
        self.root = root
        pending = PendingLink(lifetime: lifetime, keepsTabs: true)
        let start = ContinuousClock.now
        self.now = now ?? { start.duration(to: .now) }
    }

    /// Takes the destination of the last link that was opened if it leads to `place`, for the screen that shows it:
    /// once, so that a later visit to the same screen does not begin where the link led.
    public func take(for place: F) -> LinkDestination<F>? {
        guard let opened, opened.path.edges.last?.to == place else { return nil }
        self.opened = nil
        return opened
    }

    /// The navigator of the app.
    public var navigator: Navigator<F> { root.navigator }

    /// Whether a link waits for a condition, such as sign-in, or for ``isPaused`` to become false.
    public var isWaiting: Bool { pending.destination != nil || paused != nil }

    /// Whether links have to wait because what is on screen must not be lost, such as a text that the user is writing.
    /// When this becomes false, the newest waiting link is opened.
    public var isPaused = false {
        didSet {
            guard !isPaused, let paused else { return }
            self.paused = nil
            open(paused)
        }
    }
    /// The newest link that arrived while paused.
    private var paused: String?

    /// Opens a link in any of its forms, and shows its target. Tabs that it does not mention stay as they were;
    /// screens that cover the target, such as a sheet, are dismissed.
    ///
    /// - Returns: Whether the link was opened or waits; otherwise ``problem`` says why not.
    @discardableResult
    public func open(_ text: String) -> Bool {
        problem = nil
        if isPaused {
            paused = text
            return true
        }
        do throws(LinkError) {
            return open(try router.destination(for: try DeepLink(text, at: addresses)))
        } catch {
            problem = .address(error)
            return false
        }
    }

    private func open(_ destination: LinkDestination<F>) -> Bool {
        var pending = pending
        let time = now()
        do throws(NavigationError<F>) {
            let outcome = try root.update { state throws(NavigationError<F>) in
                try pending.open(destination, in: &state, at: time)
            }
            self.pending = pending
            if outcome == .opened { opened = destination }
            return true
        } catch {
            problem = .destination("\(error)")
            return false
        }
    }

    /// Opens the waiting link if what it needs is true by now. Call this when the facts have changed.
    public func resume() {
        guard pending.destination != nil, !isPaused else { return }
        var pending = pending
        let time = now()
        var state = root.state
        let resumed = pending.resume(in: &state, at: time)
        self.pending = pending
        // A link that still can't be opened changes nothing, and is not reported.
        guard let resumed else { return }
        let changed = state
        try? root.update { (state: inout NavigationState<F>) throws(NavigationError<F>) in state = changed }
        opened = resumed
    }
}
