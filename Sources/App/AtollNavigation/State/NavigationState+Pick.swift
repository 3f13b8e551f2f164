/// Picking one of several, such as a tab, as ``NavigationCommand`` describes it.
extension NavigationState {
    /// Presents one fragment of several: see ``NavigationCommand/pick(_:among:)``.
    public mutating func pick(_ fragment: F?, among fragments: [F]) throws(NavigationError<F>) {
        if let fragment {
            guard picked(among: fragments) != fragment else { return }
            try present(fragment)
        } else if let current = picked(among: fragments) {
            try dismiss(current)
        }
    }

    /// The one of `fragments` that is presented: the newest if several are, or nil if none is.
    ///
    /// - Complexity: O(*k*) in their number.
    public func picked(among fragments: [F]) -> F? {
        func newest(_ fragment: F) -> Int? {
            key(of: fragment).flatMap { tree.newest(of: $0) { $0.presentedIndex != nil } }.map { tree[$0].sequence }
        }
        return fragments.compactMap { fragment in newest(fragment).map { (fragment, $0) } }.max { $0.1 < $1.1 }?.0
    }

    /// The one of `fragments` that is presented or has a presented descendant: the newest if several qualify, or nil if
    /// none does. A tab on which something is pushed is hidden, but still selected.
    ///
    /// - Complexity: O(*k*) in the places of these fragments on the path.
    public func selected(among fragments: [F]) -> F? {
        var newest: (fragment: F, sequence: Int)?
        for fragment in fragments {
            guard let slot = key(of: fragment).flatMap({ tree.newest(of: $0, where: \.isActive) }) else { continue }
            let sequence = tree[slot].sequence
            if sequence >= newest?.sequence ?? 0 { newest = (fragment, sequence) }
        }
        return newest?.fragment
    }
}
