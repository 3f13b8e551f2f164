/// Presenting, as ``NavigationCommand`` describes it.
extension NavigationState {
    /// Presents a fragment: see ``NavigationCommand/present(_:)``.
    public mutating func present(_ fragment: F) throws(NavigationError<F>) {
        guard !isOnTop(fragment) else { return }
        let (segue, source) = try way(to: fragment)
        try take(segue, from: source, to: fragment)
    }

    /// Presents an edge's target from its source: see ``NavigationCommand/presentEdge(_:)``.
    public mutating func present(_ edge: GraphEdge<F>) throws(NavigationError<F>) {
        guard !isOnTop(by: edge) else { return }
        let (segue, source) = try way(along: edge)
        try take(segue, from: source, to: edge.to)
    }

    /// Presents a tagged segue's target: see ``NavigationCommand/presentTag(_:id:)``.
    public mutating func present(tag: SegueTag, id: TargetID? = nil) throws(NavigationError<F>) {
        guard !isOnTop(tag, id: id) else { return }
        let (way, target) = try way(tag: tag, id: id)
        try take(way.segue, from: way.source, to: target)
    }

    /// Takes the only open segue that leads on: see ``NavigationCommand/forward(as:)``.
    public mutating func forward(as fragment: F? = nil) throws(NavigationError<F>) {
        let (segue, source) = try wayForward(as: fragment)
        try take(segue, from: source, to: fragment)
    }

    // MARK: What is on top

    func isOnTop(_ fragment: F) -> Bool { newestPresented == fragment }

    func isOnTop(by edge: GraphEdge<F>) -> Bool {
        let top = newestPresentedSlot
        return top != PlaceTree.root && self.edge(to: top) == edge
    }

    func isOnTop(_ tag: SegueTag, id: TargetID?) -> Bool {
        let top = newestPresentedSlot
        guard tree[top].parent != nil, graph.segues[tree[top].segue].tag == tag else { return false }
        return id.map { graph.segues[tree[top].segue].target?.make($0) == place(at: top) } ?? (tree[top].key.id == nil)
    }

    // MARK: Finding the way

    typealias Way = (segue: Int, source: PlaceTree.Slot)

    func isOpen(_ way: () throws(NavigationError<F>) -> Way) -> Bool {
        guard let way = try? way() else { return false }
        return isOpen(way.segue)
    }

    func isOpen(_ segue: Int) -> Bool {
        graph.rules[segue].condition?.isMet(by: facts) ?? true
    }

    /// The segue to `fragment` with the newest presented source; open segues are preferred to closed ones.
    func way(to fragment: F) throws(NavigationError<F>) -> Way {
        guard let number = graph.number(of: fragment) else { throw .unknownFragment(fragment) }
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
        guard let best else { throw .noWay(to: fragment, from: presentedPlaces) }
        return best
    }

    func way(along edge: GraphEdge<F>) throws(NavigationError<F>) -> Way {
        guard let from = graph.number(of: edge.from), let to = graph.number(of: edge.to),
            let segue = graph.segueNumbers[.init(from: from, to: to)]
        else { throw .noSegue(edge) }
        guard let source = key(of: edge.from).flatMap({ tree.newest(of: $0) { $0.presentedIndex != nil } }) else {
            throw .sourceNotPresented(edge)
        }
        return (segue, source)
    }

    func way(tag: SegueTag, id: TargetID?) throws(NavigationError<F>) -> (way: Way, target: F?) {
        guard let segues = graph.tagged[tag], let first = segues.first else { throw .unknownTag(tag) }
        let ways = segues.compactMap { segue in
            newestSlot(presentedSlots(ofNumber: graph.ends[segue].from)).map { Way(segue, $0) }
        }
        guard let newest = ways.max(by: { tree[$0.source].sequence < tree[$1.source].sequence }) else {
            throw .sourceNotPresented(graph.segues[first].edge)
        }
        guard let id else {
            try checkNeedsNoID(newest.segue)
            return (newest, nil)
        }
        let rules = graph.segues[newest.segue]
        guard let target = rules.target?.make(id), graph.number(of: target) == graph.ends[newest.segue].to else {
            throw .wrongID(rules.to, id)
        }
        return (newest, target)
    }

    func wayForward(as target: F?) throws(NavigationError<F>) -> Way {
        let source = newestPresentedSlot
        let fragment = tree[source].key.fragment
        var ways: [Int] = graph.outgoing[fragment].filter { isOpen($0) }
        if let target {
            guard let number = graph.number(of: target) else { throw .unknownFragment(target) }
            ways.removeAll { graph.ends[$0].to != number }
        }
        guard let only = ways.first else { throw .noWayOut(place(at: source)) }
        guard ways.count == 1 else { throw .ambiguousForward(place(at: source), ways.map { graph.segues[$0].to }) }
        if target == nil { try checkNeedsNoID(only) }
        return (only, source)
    }

    private func checkNeedsNoID(_ segue: Int) throws(NavigationError<F>) {
        guard graph.numbering.isFamily[graph.ends[segue].to] else { return }
        throw .missingID(graph.segues[segue].to)
    }

    // MARK: Taking a segue

    /// Takes a segue from a presented place, or its redirect if the condition is not met.
    ///
    /// - Parameter fragment: What to present; nil for the target that the graph names.
    mutating func take(
        _ segue: Int, from source: PlaceTree.Slot, to fragment: F?
    ) throws(NavigationError<F>) {
        guard !isOpen(segue) else {
            forgetWish(leaving: source)
            fireAutos(from: arrive(by: segue, from: source, at: fragment))
            forgetWishIfDone()
            return
        }
        let rules = graph.segues[segue]
        guard let redirect = redirectSegue(of: segue) else {
            let edge = GraphEdge(from: place(at: source), to: fragment ?? rules.to)
            throw .conditionUnmet(edge, rules.condition ?? Condition())
        }
        lead(by: redirect, from: source, wanting: fragment ?? rules.to)
    }

    /// Takes a redirect, and remembers what is wanted.
    mutating func lead(by redirect: Int, from source: PlaceTree.Slot, wanting wanted: F) {
        let place = arrive(by: redirect, from: source)
        want(wanted, at: place ?? tree.child(of: source, by: redirect) ?? source)
        fireAutos(from: place)
    }

    /// The segue to the redirect of `segue`, or nil if it has none or that one is closed.
    func redirectSegue(of segue: Int) -> Int? {
        graph.rules[segue].redirect.flatMap { isOpen($0) ? $0 : nil }
    }

    /// Presents the target of a segue as a child of a presented place.
    ///
    /// A place that belongs to no family exists only once among `source` and its ancestors: it is returned to, and its
    /// subtree is removed.
    ///
    /// - Parameter fragment: What is presented; nil for the target that the graph names.
    /// - Returns: Its place if it is new or was returned to, or nil if it stays as it was.
    @discardableResult
    mutating func arrive(by segue: Int, from source: PlaceTree.Slot, at fragment: F? = nil) -> PlaceTree.Slot? {
        let key = newKey(of: fragment ?? graph.segues[segue].to, number: graph.ends[segue].to)
        if key.id == nil, let existing = tree.nearest(key, upFrom: source) {
            tree.clear(existing)
            return existing
        }
        if let other = tree.child(of: source, by: segue) {
            guard tree[other].key == key else {
                tree.remove(other)
                return tree.add(key, style: graph.rules[segue].style, segue: segue, to: source)
            }
            // A place that has passed on is returned to; a pick that was away comes back as it was left.
            if tree[other].isActive, !tree.isPresented(other) {
                tree.clear(other)
                return other
            }
            let wasAway = !tree[other].isActive
            tree.touch(other)
            if wasAway { fireAutosThatWaited(below: other) }
            return nil
        }
        return tree.add(key, style: graph.rules[segue].style, segue: segue, to: source)
    }

    /// Fires the autos that have become open while a tab was away: those that pass or pick, at the presented leaves of
    /// the tab.
    private mutating func fireAutosThatWaited(below slot: PlaceTree.Slot) {
        let ends = tree.subtree(of: slot).filter { tree.isPresented($0) && tree[$0].firstChild == nil }
        for end in ends.sorted(by: { tree[$0].sequence < tree[$1].sequence }) {
            guard let auto = graph.autos[tree[end].key.fragment], graph.rules[auto].style != .hold else { continue }
            fireAutos(from: end)
        }
    }

    /// Presents what autos lead to from a place, and then from where they lead.
    mutating func fireAutos(from place: PlaceTree.Slot?) {
        var place = place
        while let current = place, let auto = graph.autos[tree[current].key.fragment] {
            if isOpen(auto) {
                place = arrive(by: auto, from: current)
            } else if let redirect = redirectSegue(of: auto) {
                place = arrive(by: redirect, from: current)
                want(graph.segues[auto].to, at: place ?? tree.child(of: current, by: redirect) ?? current)
            } else {
                return
            }
        }
    }
}
