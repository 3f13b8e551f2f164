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
            case .address(let error): "The link can't be opened: \(error)"
            case .destination(let reason): "The link leads to something that can't be shown: \(reason)"
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
    @ObservationIgnored private let lifetime: Duration
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
        self.lifetime = lifetime
        pending = PendingLink(lifetime: lifetime)
        let start = ContinuousClock.now
        self.now = now ?? { start.duration(to: .now) }
    }

    /// The navigator of the app.
    public var navigator: Navigator<F> { root.navigator }

    /// Whether a link waits for a condition, such as sign-in.
    public var isWaiting: Bool { pending.destination != nil }

    /// Opens a link in any of its forms.
    ///
    /// - Returns: Whether it was opened, or waits; otherwise ``problem`` says why not.
    @discardableResult
    public func open(_ text: String) -> Bool {
        problem = nil
        do throws(LinkError) {
            return open(try router.destination(for: try DeepLink(text, at: addresses)))
        } catch {
            pending = PendingLink(lifetime: lifetime)
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
            self.pending = PendingLink(lifetime: lifetime)
            problem = .destination("\(error)")
            return false
        }
    }

    /// Opens the link that waits, where what it needs is true by now: to be called when the facts have changed.
    public func resume() {
        guard isWaiting else { return }
        var pending = pending
        let time = now()
        var resumed: LinkDestination<F>?
        // A link that still can't be opened leaves everything as it is.
        try? root.update { state throws(NavigationError<F>) in resumed = pending.resume(in: &state, at: time) }
        self.pending = pending
        if let resumed { opened = resumed }
    }
}
