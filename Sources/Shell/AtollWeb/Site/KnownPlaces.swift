import AtollLinks
import AtollNavigation
import AtollPages
import NIOConcurrencyHelpers
import SignedJSON

/// Remembers what the graph has resolved a URL to for users with the same facts, and the URLs that its pages have
/// printed.
///
/// Both depend on nothing else, so a page that was shown before needs no navigation. Without this, the URL of each row
/// of a list would cost one on a copy of the state. When more than a few megabytes are remembered, the older half is
/// dropped.
final class KnownPlaces<F: Fragment>: Sendable {
    private struct Key: Hashable {
        // Compared by its bytes: text that a browser sends may take long to normalize.
        let address: ExactString
        let facts: Set<Fact>
    }

    private struct Generations {
        var new: [Key: KnownPlace<F>] = [:]
        var old: [Key: KnownPlace<F>] = [:]
        var cost = 0
    }

    /// The approximate limit, in bytes.
    private let limit: Int
    /// The cost of one state, in bytes.
    private let stateCost: Int
    private let generations = NIOLockedValueBox(Generations())

    /// - Parameters:
    ///   - limit: The approximate limit, in bytes.
    ///   - segues: The number of segues in the graph, which determines how large a state is.
    init(limit: Int = 8_000_000, segues: Int = 0) {
        (self.limit, stateCost) = (limit, 4_000 + 32 * segues)
    }

    /// The place that a URL was resolved to, or nil if it is not known.
    func place(at address: String, _ facts: Set<Fact>) -> KnownPlace<F>? {
        let key = Key(address: ExactString(address), facts: facts)
        return generations.withLockedValue { found in
            if let place = found.new[key] { return place }
            guard let place = found.old[key] else { return nil }
            add(place, key, &found)
            return place
        }
    }

    func remember(_ place: KnownPlace<F>, at address: String, _ facts: Set<Fact>) {
        generations.withLockedValue { add(place, Key(address: ExactString(address), facts: facts), &$0) }
    }

    private func add(_ place: KnownPlace<F>, _ key: Key, _ found: inout Generations) {
        found.new[key] = place
        found.old[key] = nil
        found.cost += stateCost + key.address.text.utf8.count * 4 + place.cost
        if found.cost > limit / 2 { (found.old, found.new, found.cost) = (found.new, [:], 0) }
    }

    /// The URL that a step from a place leads to. It is printed only once.
    func address(of step: KnownPlace<F>.Step, from place: KnownPlace<F>, _ print: () -> String?) -> String? {
        if let known = place.address(of: step) { return known }
        let address = print()
        let cost = place.note(address, of: step)
        generations.withLockedValue { found in
            found.cost += cost
            if found.cost > limit / 2 { (found.old, found.new, found.cost) = (found.new, [:], 0) }
        }
        return address
    }

    /// The number of remembered places.
    var count: Int { generations.withLockedValue { $0.new.count + $0.old.count } }
}
