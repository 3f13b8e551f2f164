extension NavigationState {
    /// Presents a fragment, by the segue that leads there from the newest presented place that has one.
    ///
    /// What is on top already stays as it is: a second tap does nothing. A place without an id from which something was pushed is returned
    /// to; one with an id is pushed once more.
    ///
    /// - Throws: Where no segue leads there from what is presented, or its condition is not met and it has no redirect.
    /// - Complexity: O(min(*i*, *p*)) in the fragment's segues in and the presented places to find the source; then
    ///   what appears and disappears.
    public mutating func present(_ fragment: F, id: FragmentID? = nil) throws(NavigationError<F>) {
        guard !isOnTop(PathFragment(fragment, id: id)) else { return }
        let (segue, source) = try way(to: fragment)
        try take(segue, from: source, id: id)
    }

    /// Presents an edge's target from its source; nothing changes where that is what is on top.
    public mutating func present(_ edge: GraphEdge<F>, id: FragmentID? = nil) throws(NavigationError<F>) {
        guard !isOnTop(PathFragment(edge.to, id: id), by: edge) else { return }
        let (segue, source) = try way(along: edge)
        try take(segue, from: source, id: id)
    }

    /// Presents the target of the segue with this tag whose source is the newest presented; nothing changes where such a target is what is
    /// on top.
    public mutating func present(tag: Segue<F>.Tag, id: FragmentID? = nil) throws(NavigationError<F>) {
        guard !isOnTop(tag, id: id) else { return }
        let (segue, source) = try way(tag: tag)
        try take(segue, from: source, id: id)
    }

    /// Takes the only way out of the newest presented place.
    ///
    /// - Throws: ``NavigationError/ambiguousForward(_:_:)`` where several lead on, ``NavigationError/noWayOut(_:)`` where
    ///   none does.
    public mutating func forward(id: FragmentID? = nil) throws(NavigationError<F>) {
        let (segue, source) = try wayForward()
        try take(segue, from: source, id: id)
    }

    /// Whether ``present(_:id:)-(F,_)`` would present the fragment itself, not a redirect.
    ///
    /// - Complexity: O(min(*i*, *p*)), as for presenting it.
    public func canPresent(_ fragment: F, id: FragmentID? = nil) -> Bool {
        isOnTop(PathFragment(fragment, id: id)) || isOpen { () throws(NavigationError<F>) in try way(to: fragment) }
    }

    /// Whether the edge's target can be presented from its source.
    public func canPresent(_ edge: GraphEdge<F>, id: FragmentID? = nil) -> Bool {
        isOnTop(PathFragment(edge.to, id: id), by: edge)
            || isOpen { () throws(NavigationError<F>) in try way(along: edge) }
    }

    /// Whether something can be presented by this tag.
    public func canPresent(tag: Segue<F>.Tag, id: FragmentID? = nil) -> Bool {
        isOnTop(tag, id: id) || isOpen { () throws(NavigationError<F>) in try way(tag: tag) }
    }

    /// Whether exactly one way leads on.
    public var canGoForward: Bool { isOpen { () throws(NavigationError<F>) in try wayForward() } }

    // MARK: What is on top

    private func isOnTop(_ place: PathFragment<F>) -> Bool { newestPresented == place }

    private func isOnTop(_ place: PathFragment<F>, by edge: GraphEdge<F>) -> Bool {
        let top = newestPresentedSlot
        return self.place(at: top) == place && top != PlaceTree.root && self.edge(to: top) == edge
    }

    private func isOnTop(_ tag: Segue<F>.Tag, id: FragmentID?) -> Bool {
        let top = tree[newestPresentedSlot]
        return top.key.id == id && top.parent != nil && graph.segues[top.segue].tag == tag
    }

    // MARK: Finding the way

    private typealias Way = (segue: Int, source: PlaceTree.Slot)

    private func isOpen(_ way: () throws(NavigationError<F>) -> Way) -> Bool {
        guard let way = try? way() else { return false }
        return isOpen(way.segue)
    }

    func isOpen(_ segue: Int) -> Bool {
        graph.rules[segue].condition?.isMet(by: facts) ?? true
    }

    /// The newest presented source of a segue to `fragment`; one whose condition is met before one whose is not.
    private func way(to fragment: F) throws(NavigationError<F>) -> Way {
        guard let number = graph.numbers[fragment] else { throw .unknownFragment(fragment) }
        let incoming = graph.incoming[number]
        var best: Way?
        func consider(_ segue: Int, _ source: PlaceTree.Slot) {
            guard let known = best else {
                best = (segue, source)
                return
            }
            let (isBetter, isOpen) = (self.isOpen(segue), self.isOpen(known.segue))
            if isBetter != isOpen ? isBetter : tree[source].sequence > tree[known.source].sequence {
                best = (segue, source)
            }
        }
        if incoming.count <= tree.presented.count {
            for segue in incoming {
                if let source = newestSlot(presentedSlots(ofNumber: graph.ends[segue].from)) { consider(segue, source) }
            }
        } else {
            for source in tree.presented {
                let key = NavigationGraph<F>.SegueKey(from: tree[source].key.fragment, to: number)
                if let segue = graph.segueNumbers[key] { consider(segue, source) }
            }
        }
        guard let best else { throw .noWay(to: fragment, from: presentedPlaces.map(\.fragment)) }
        return best
    }

    private func way(along edge: GraphEdge<F>) throws(NavigationError<F>) -> Way {
        guard let from = graph.numbers[edge.from], let to = graph.numbers[edge.to],
            let segue = graph.segueNumbers[.init(from: from, to: to)]
        else { throw .noSegue(edge) }
        guard let source = newestSlot(presentedSlots(ofNumber: from)) else { throw .sourceNotPresented(edge) }
        return (segue, source)
    }

    private func way(tag: Segue<F>.Tag) throws(NavigationError<F>) -> Way {
        guard let segues = graph.tagged[tag], let first = segues.first else { throw .unknownTag(tag) }
        let ways = segues.compactMap { segue in
            newestSlot(presentedSlots(ofNumber: graph.ends[segue].from)).map { Way(segue, $0) }
        }
        guard let newest = ways.max(by: { tree[$0.source].sequence < tree[$1.source].sequence }) else {
            throw .sourceNotPresented(graph.segues[first].edge)
        }
        return newest
    }

    private func wayForward() throws(NavigationError<F>) -> Way {
        let source = newestPresentedSlot
        let fragment = tree[source].key.fragment
        let ways = graph.outgoing[fragment].filter { isOpen($0) }
        guard let only = ways.first else { throw .noWayOut(graph.fragments[fragment]) }
        guard ways.count == 1 else {
            throw .ambiguousForward(graph.fragments[fragment], ways.map { graph.segues[$0].to })
        }
        return (only, source)
    }

    // MARK: Taking it

    /// Takes a segue from a presented place, or its redirect where the condition is not met.
    private mutating func take(
        _ segue: Int, from source: PlaceTree.Slot, id: FragmentID?
    ) throws(NavigationError<F>) {
        guard !isOpen(segue) else {
            wanted = nil
            fireAutos(from: arrive(by: segue, from: source, id: id))
            return
        }
        let rules = graph.segues[segue]
        guard let redirect = redirectSegue(of: segue) else {
            throw .conditionUnmet(rules.edge, rules.condition ?? Condition())
        }
        wanted = PathFragment(rules.to, id: id)
        fireAutos(from: arrive(by: redirect, from: source, id: nil))
    }

    /// The segue to where `segue` redirects, if that is open.
    func redirectSegue(of segue: Int) -> Int? {
        graph.rules[segue].redirect.flatMap { isOpen($0) ? $0 : nil }
    }

    /// Hangs the target of a segue from a presented place.
    ///
    /// A place without an id is one of its kind among those that `source` hangs from: it is returned to, and what hung from it goes.
    ///
    /// - Returns: Its place if it is new there or was returned to, or nil where it stays as it was.
    @discardableResult
    mutating func arrive(by segue: Int, from source: PlaceTree.Slot, id: FragmentID?) -> PlaceTree.Slot? {
        let key = PlaceTree.Key(fragment: graph.ends[segue].to, id: id)
        if id == nil, let existing = tree.nearest(key, upFrom: source) {
            tree.clear(existing)
            return existing
        }
        if let other = tree.child(of: source, by: segue) {
            guard tree[other].key == key else {
                tree.remove(other)
                return tree.add(key, style: graph.rules[segue].style, segue: segue, to: source)
            }
            // One that has passed on is returned to; a pick that was away comes back as it was left.
            if tree[other].isActive, !tree.isPresented(other) {
                tree.clear(other)
                return other
            }
            tree.touch(other)
            return nil
        }
        return tree.add(key, style: graph.rules[segue].style, segue: segue, to: source)
    }

    /// Presents what autos lead to from a place, and on from there.
    mutating func fireAutos(from place: PlaceTree.Slot?) {
        var place = place
        while let current = place, let auto = graph.autos[tree[current].key.fragment] {
            if isOpen(auto) {
                place = arrive(by: auto, from: current, id: nil)
            } else if let redirect = redirectSegue(of: auto) {
                wanted = PathFragment(graph.segues[auto].to)
                place = arrive(by: redirect, from: current, id: nil)
            } else {
                return
            }
        }
    }
}

extension PlaceTree.Style {
    init<F>(_ style: Segue<F>.Style) {
        switch style {
        case .hold: self = .hold
        case .pass: self = .pass
        case .pick: self = .pick
        }
    }
}
