extension NavigationState {
    /// Sets the whole path. Autos fire only where the path does not say otherwise: where it ends, and where it has no pick
    /// of a place whose auto is one.
    ///
    /// - Throws: ``NavigationError/brokenPath(_:_:)`` for the first step that can't be followed; the state is as it was.
    /// - Complexity: O(*n*) in the lengths of both paths.
    public mutating func replace(with path: PresentedPath<F>) throws(NavigationError<F>) {
        adopt(try tree(along: path))
    }

    /// Whether ``replace(with:)`` would set the path.
    ///
    /// - Complexity: O(*n*) in its length.
    public func canReplace(with path: PresentedPath<F>) -> Bool { (try? tree(along: path)) != nil }

    /// Sets the path as far as it can be followed, such as one that an older version of the app has kept.
    ///
    /// - Returns: The steps that were dropped, each with what was wrong; empty where the whole path fits.
    @discardableResult
    public mutating func restore(
        _ path: PresentedPath<F>
    ) -> [(edge: PathEdge<F>, fault: NavigationError<F>.PathFault)] {
        var tree = PlaceTree(root: NavigationGraph<F>.entryNumber)
        var dropped: [(edge: PathEdge<F>, fault: NavigationError<F>.PathFault)] = []
        for edge in path.edges {
            if let fault = follow(edge, in: &tree) { dropped.append((edge, fault)) }
        }
        adopt(tree)
        return dropped
    }

    private func tree(along path: PresentedPath<F>) throws(NavigationError<F>) -> PlaceTree {
        var tree = PlaceTree(root: NavigationGraph<F>.entryNumber)
        for edge in path.edges {
            if let fault = follow(edge, in: &tree) { throw .brokenPath(edge, fault) }
        }
        return tree
    }

    private func follow(_ edge: PathEdge<F>, in tree: inout PlaceTree) -> NavigationError<F>.PathFault? {
        guard let from = graph.numbers[edge.from.fragment], let to = graph.numbers[edge.to.fragment],
            let segue = graph.segueNumbers[.init(from: from, to: to)]
        else { return .noSegue }
        guard let source = tree.slot(of: .init(fragment: from, id: edge.from.id)) else { return .unattached }
        let key = PlaceTree.Key(fragment: to, id: edge.to.id)
        guard tree.slot(of: key) == nil else { return .repeated }
        let style = graph.rules[segue].style
        guard tree.child(of: source, by: segue) == nil, tree[source].passedTo == nil else { return .taken }
        guard isOpen(segue) else { return .conditionUnmet }
        _ = tree.add(key, style: style, segue: segue, to: source, settles: false)
        return nil
    }

    private mutating func adopt(_ unsettled: PlaceTree) {
        var settled = unsettled
        settled.settle()
        tree = settled
        wanted = nil
        let front = tree.newest
        for slot in tree.chronological() where tree.isPresented(slot) && isAutoOpen(at: slot) { fireAutos(from: slot) }
        // What the path says stays in front of what an auto has put beside it.
        if tree.newest != front, tree.isPresented(front) { tree.touch(front) }
    }

    /// Whether the path leaves it to the auto of a place what is presented there.
    private func isAutoOpen(at slot: PlaceTree.Slot) -> Bool {
        if tree[slot].firstChild == nil { return true }
        guard tree[slot].newestPick == nil, let auto = graph.autos[tree[slot].key.fragment] else { return false }
        return graph.rules[auto].style == .pick
    }
}
