import AtollLinks
import AtollNavigation
import AtollPages
import NIOConcurrencyHelpers
import SignedJSON

/// Remembers what the graph has made of an address for users with the same facts, and the addresses that its pages have
/// printed.
///
/// Both depend on nothing else, so that a page that was shown before needs no navigation: an address of a list's row
/// would cost one on a copy of the state. When more than a few megabytes are used, the older half is forgotten.
final class KnownPlaces<F: Fragment>: Sendable {
    private struct Key: Hashable {
        // Compared by its bytes: what a browser sends may take long to normalize.
        let address: ExactString
        let facts: Set<Fact>
    }

    private struct Generations {
        var new: [Key: KnownPlace<F>] = [:]
        var old: [Key: KnownPlace<F>] = [:]
        var cost = 0
    }

    /// The limit of the cache, in bytes that can be counted.
    private let limit: Int
    /// The cost of one state, in bytes.
    private let stateCost: Int
    private let generations = NIOLockedValueBox(Generations())

    /// - Parameters:
    ///   - limit: How much is remembered, in bytes.
    ///   - segues: How many segues the graph has, which decides how large a state is.
    init(limit: Int = 8_000_000, segues: Int = 0) {
        (self.limit, stateCost) = (limit, 4_000 + 32 * segues)
    }

    /// Returns the result of resolving an address, or `nil` if it is unknown.
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

    /// The address that a step leads to from a place: printed once.
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

    /// How many places are remembered.
    var count: Int { generations.withLockedValue { $0.new.count + $0.old.count } }
}
