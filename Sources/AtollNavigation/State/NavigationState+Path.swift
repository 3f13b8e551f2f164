extension NavigationState {
    /// Sets the whole path. Autos fire only where the path ends.
    ///
    /// - Throws: ``NavigationError/brokenPath(_:_:)`` for the first step that can't be followed; the state is as it was.
    /// - Complexity: O(*n*) in the lengths of both paths.
    public mutating func replace(with path: PresentedPath<F>) throws(NavigationError<F>) {
        var tree = PlaceTree(root: NavigationGraph<F>.entryNumber)
        for edge in path.edges {
            if let fault = follow(edge, in: &tree) { throw .brokenPath(edge, fault) }
        }
        adopt(tree)
    }

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

    private func follow(_ edge: PathEdge<F>, in tree: inout PlaceTree) -> NavigationError<F>.PathFault? {
        guard let from = graph.numbers[edge.from.fragment], let to = graph.numbers[edge.to.fragment],
            let segue = graph.segueNumbers[.init(from: from, to: to)]
        else { return .noSegue }
        guard let source = tree.slot(of: .init(fragment: from, id: edge.from.id)) else { return .unattached }
        let key = PlaceTree.Key(fragment: to, id: edge.to.id)
        guard tree.slot(of: key) == nil else { return .repeated }
        let style = PlaceTree.Style(graph.segues[segue].style)
        guard tree.child(of: source, by: segue) == nil, tree[source].passedTo == nil else { return .taken }
        guard isOpen(segue) else { return .conditionUnmet }
        _ = tree.add(key, style: style, segue: segue, to: source, settles: false)
        return nil
    }

    private mutating func adopt(_ tree: PlaceTree) {
        self.tree = tree
        self.tree.settle()
        wanted = nil
        for slot in self.tree.chronological() where self.tree.isPresented(slot) && self.tree[slot].firstChild == nil {
            fireAutos(from: slot)
        }
    }
}
