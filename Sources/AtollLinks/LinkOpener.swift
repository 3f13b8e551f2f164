import AtollNavigation
import Observation

/// Opens links in an app: reads them, goes where they lead, keeps one that needs something first, and says what was wrong with one that
/// leads nowhere.
@MainActor
@Observable
public final class LinkOpener<F: Fragment> {
    /// Why a link was not opened.
    public enum Problem: Error, Hashable, Sendable, CustomStringConvertible {
        /// The address can't be read.
        case address(LinkError)
        /// What it leads to can't be presented: why.
        case destination(String)

        public var description: String {
            switch self {
            case .address(let error): "The address can't be read. \(error)"
            case .destination(let reason): "What the address leads to can't be shown. \(reason)"
            }
        }

        /// What to tell somebody who uses the app.
        public var userText: String {
            switch self {
            case .address: "There is nothing at this address."
            case .destination: "What it leads to can't be shown now."
            }
        }
    }

    /// What was wrong with the last link, until it is dismissed or another one is opened.
    public var problem: Problem?
    /// What the last link that was opened says beside its path, such as what a list is searched for.
    public private(set) var opened: LinkDestination<F>?

    @ObservationIgnored private let root: NavigationRoot<F>
    @ObservationIgnored public let router: LinkRouter<F>
    @ObservationIgnored public let addresses: LinkAddresses
    private var pending: PendingLink<F>
    @ObservationIgnored private let now: @MainActor () -> Duration

    /// - Parameters:
    ///   - root: The navigation of the whole app.
    ///   - addresses: Which addresses are the app's.
    ///   - lifetime: How long a link is kept that needs something first.
    ///   - now: The time since any fixed moment, on a clock that only goes forward.
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

    /// The navigator of the app.
    public var navigator: Navigator<F> { root.navigator }

    /// Whether a link waits for a condition, such as sign-in, or for what is on screen.
    public var isWaiting: Bool { pending.destination != nil || paused != nil }

    /// Whether links wait, since what is on screen must not be lost, such as what somebody is writing.
    public var isPaused = false {
        didSet {
            guard !isPaused, let paused else { return }
            self.paused = nil
            open(paused)
        }
    }
    /// The newest link that came meanwhile.
    @ObservationIgnored private var paused: String?

    /// Opens a link in any of its forms: shows what it leads to. Tabs of which it says nothing stay as they were; what lies over it, such as a
    /// sheet, is dismissed.
    ///
    /// - Returns: Whether it was opened, or waits; otherwise ``problem`` says why not.
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

    /// Opens the link that waits, where what it needs is true by now: to be called when the facts have changed.
    public func resume() {
        guard pending.destination != nil, !isPaused else { return }
        var pending = pending
        let time = now()
        var state = root.state
        let resumed = pending.resume(in: &state, at: time)
        self.pending = pending
        // A link that still can't be opened leaves everything as it is, and tells nobody.
        guard let resumed else { return }
        let changed = state
        try? root.update { (state: inout NavigationState<F>) throws(NavigationError<F>) in state = changed }
        opened = resumed
    }
}
