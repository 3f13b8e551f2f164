/// Transfers that wait for their server. The number of simultaneous transfers with each server is limited. The next
/// one belongs to the holder with the fewest at its server. Among those, it is the one that has waited longest.
struct TransferQueue<Transfer: AnyObject> {
    /// A server, and the holder of a turn there.
    struct Place: Hashable {
        let origin: String
        let holder: String?
    }

    private struct Waiting {
        let number: Int
        let transfer: Transfer
    }

    private let perOrigin: Int
    private var waiting: [String: [String?: [Waiting]]] = [:]
    private var underWay: [String: [String?: Int]] = [:]
    private var last = 0

    /// - Parameter perOrigin: The maximum number of simultaneous transfers with one server.
    init(perOrigin: Int) { self.perOrigin = perOrigin }

    var isEmpty: Bool { waiting.isEmpty }

    /// All waiting transfers, in no particular order.
    var all: [Transfer] { waiting.values.flatMap { $0.values.flatMap { $0.map(\.transfer) } } }

    mutating func add(_ transfer: Transfer, _ place: Place) {
        last += 1
        waiting[place.origin, default: [:]][place.holder, default: []].append(Waiting(number: last, transfer: transfer))
    }

    /// Removes a transfer from the queue, if it is there.
    mutating func remove(_ transfer: Transfer, _ place: Place) {
        waiting[place.origin]?[place.holder]?.removeAll { $0.transfer === transfer }
        tidy(place)
    }

    /// The next transfer that may begin, which counts as under way from then on; nil if no transfer may begin.
    ///
    /// - Complexity: O(*n*) in the number of servers and of holders that wait, and of the transfers of the one whose
    ///   turn it is.
    mutating func next() -> Transfer? {
        var best: (place: Place, running: Int, number: Int)?
        for (origin, holders) in waiting {
            let running = underWay[origin] ?? [:]
            guard running.values.reduce(0, +) < perOrigin else { continue }
            for (holder, transfers) in holders {
                guard let first = transfers.first else { continue }
                let own = running[holder] ?? 0
                if let best, (best.running, best.number) < (own, first.number) { continue }
                best = (Place(origin: origin, holder: holder), own, first.number)
            }
        }
        guard let place = best?.place, let first = waiting[place.origin]?[place.holder]?.removeFirst() else {
            return nil
        }
        tidy(place)
        underWay[place.origin, default: [:]][place.holder, default: 0] += 1
        return first.transfer
    }

    /// Records that a transfer that ``next()`` returned has ended.
    mutating func end(_ place: Place) {
        let count = (underWay[place.origin]?[place.holder] ?? 1) - 1
        underWay[place.origin]?[place.holder] = count > 0 ? count : nil
        if underWay[place.origin]?.isEmpty == true { underWay[place.origin] = nil }
    }

    private mutating func tidy(_ place: Place) {
        if waiting[place.origin]?[place.holder]?.isEmpty == true { waiting[place.origin]?[place.holder] = nil }
        if waiting[place.origin]?.isEmpty == true { waiting[place.origin] = nil }
    }
}
