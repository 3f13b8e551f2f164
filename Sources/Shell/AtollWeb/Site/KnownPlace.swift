import AtollLinks
import AtollNavigation
import AtollPages
import NIOConcurrencyHelpers

/// A state with the destination that led to it, and the URLs that were printed from there.
final class KnownPlace<F: Fragment>: Sendable {
    /// The commands whose URL a page asks for.
    struct Step: Hashable {
        let commands: [NavigationCommand<F>]
        /// The other parts of the URL, such as parameters; nil for a step of the shell itself.
        let details: LinkDetails?
    }

    let state: NavigationState<F>
    let destination: LinkDestination<F>

    private struct Memory {
        var addresses: [Step: String?] = [:]
        var cost = 0
    }

    private let memory = NIOLockedValueBox(Memory())

    init(_ state: NavigationState<F>, _ destination: LinkDestination<F>) {
        self.state = state
        self.destination = destination
    }

    func address(of step: Step) -> String?? { memory.withLockedValue { $0.addresses[step] } }

    /// Remembers a URL, and returns its approximate cost, in bytes.
    func note(_ address: String?, of step: Step) -> Int {
        let cost = 400 + (address?.utf8.count ?? 0) * 2
        return memory.withLockedValue { memory in
            if memory.cost > Self.most { memory = Memory() }
            memory.addresses[step] = .some(address)
            memory.cost += cost
            return cost
        }
    }

    /// The cost of all URLs, in bytes.
    var cost: Int { memory.withLockedValue { $0.cost } }

    /// The maximum cost of one page: its links may lead to URLs that change all the time.
    private static var most: Int { 500_000 }
}
