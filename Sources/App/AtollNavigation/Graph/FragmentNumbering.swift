/// Numbers fragments, with one number for all members of a family, in the order in which they are first requested.
@usableFromInline
struct FragmentNumbering<F: Fragment>: Sendable {
    /// The fragments by number; for a family, the member named first.
    @usableFromInline var fragments: [F] = []
    /// Whether the fragment with this number represents a family.
    @usableFromInline var isFamily: [Bool] = []
    @usableFromInline var singles: [F: Int] = [:]
    private var families: [String: Int] = [:]
    private let finder: FragmentFamilies<F>
    /// Whether the type of fragments can have families.
    @usableFromInline let hasFamilies: Bool

    /// - Parameter capacity: The expected number of fragments.
    @usableFromInline
    init(_ finder: FragmentFamilies<F>, capacity: Int) {
        self.finder = finder
        hasFamilies = finder.finds
        singles.reserveCapacity(capacity)
        fragments.reserveCapacity(capacity)
        isFamily.reserveCapacity(capacity)
    }

    @inlinable
    mutating func number(_ fragment: F) -> Int {
        if hasFamilies, let family = familyNumber(fragment) { return family }
        let next = fragments.count
        // Looks up and inserts in a single access.
        let number = { (number: inout Int) in number }(&singles[fragment, default: next])
        if number == next {
            fragments.append(fragment)
            isFamily.append(false)
        }
        return number
    }

    @usableFromInline
    mutating func familyNumber(_ fragment: F) -> Int? {
        guard singles[fragment] == nil, let family = finder.family(of: fragment) else { return nil }
        if let known = families[family] { return known }
        families[family] = fragments.count
        fragments.append(fragment)
        isFamily.append(true)
        return fragments.count - 1
    }

    /// The number of a fragment, or of its family; nil if it has none.
    func known(_ fragment: F) -> Int? {
        if let single = singles[fragment] { return single }
        return families.isEmpty ? nil : finder.family(of: fragment).flatMap { families[$0] }
    }

    /// The number of a fragment that belongs to no family; nil if it has none.
    func known(single fragment: F) -> Int? { singles[fragment] }

    /// Gives the fragment with this number the number 0, and preserves the order of the others.
    mutating func moveToFront(_ number: Int, in ends: inout [(from: Int, to: Int)]) {
        guard number != 0 else { return }
        let order = [number] + fragments.indices.filter { $0 != number }
        var renumbered = [Int](repeating: 0, count: order.count)
        for (new, old) in order.enumerated() { renumbered[old] = new }
        fragments = order.map { fragments[$0] }
        isFamily = order.map { isFamily[$0] }
        singles = singles.mapValues { renumbered[$0] }
        families = families.mapValues { renumbered[$0] }
        for index in ends.indices { ends[index] = (renumbered[ends[index].from], renumbered[ends[index].to]) }
    }
}
