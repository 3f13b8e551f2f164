extension NavigationState {
    /// Goes to a fragment: see ``NavigationCommand/go(_:)``.
    public mutating func go(to fragment: F) throws(NavigationError<F>) {
        guard let target = graph.number(of: fragment) else { throw .unknownFragment(fragment) }
        if isPresented(fragment) { return }
        var attempt = self
        // A place on which others were pushed is returned to.
        if let slot = key(of: fragment).flatMap({ tree.newest(of: $0, where: \.isActive) }) {
            attempt.tree.clear(slot)
            attempt.wish = nil
            attempt.fireAutos(from: slot)
            self = attempt
            return
        }
        while true {
            if let way = attempt.shortestWay(to: target), let arrived = attempt.arrival(at: fragment, along: way) {
                self = arrived
                return
            }
            do {
                try attempt.dismiss()
            } catch {
                throw .unreachable(fragment, from: presentedPlaces)
            }
        }
    }

    /// The state after taking a way, or nil if that does not lead to the fragment: a tab on the way that comes back as
    /// it was left can hide what is below.
    private func arrival(at fragment: F, along way: [Int]) -> NavigationState? {
        var arrived = self
        for (index, segue) in way.enumerated() {
            let target = index == way.count - 1 ? fragment : nil
            guard (try? arrived.step(along: segue, to: target)) != nil else { return nil }
            // A tab on the way that comes back as it was left is returned to its root, so that the way leads on from
            // there.
            if target == nil, arrived.presentedSlots(ofNumber: graph.ends[segue].to).isEmpty {
                guard (try? arrived.step(along: segue, to: nil)) != nil else { return nil }
            }
        }
        // A tab that was away comes back as it was left; taking the segue again returns to its root.
        if !arrived.isPresented(fragment), let last = way.last { try? arrived.step(along: last, to: fragment) }
        if arrived.isPresented(fragment) { return arrived }
        // An auto may have led on from it.
        let leadsOn = graph.number(of: fragment).map { firingSegue(at: $0) != nil } ?? false
        return leadsOn ? arrived : nil
    }

    /// Takes a segue from its newest presented source.
    private mutating func step(along segue: Int, to fragment: F?) throws(NavigationError<F>) {
        let rules = graph.segues[segue]
        guard let source = newestSlot(presentedSlots(ofNumber: graph.ends[segue].from)) else {
            throw .sourceNotPresented(rules.edge)
        }
        let target = fragment ?? rules.to
        let top = newestPresentedSlot
        guard place(at: top) != target || tree[top].segue != segue else { return }
        try take(segue, from: source, to: target)
    }

    /// The open segues of a shortest way from a presented place, or nil.
    ///
    /// It leads through no family on the way, since no member was named.
    private func shortestWay(to target: Int) -> [Int]? {
        let countingAutos = !graph.numbering.isFamily[target]
        var arrival: [Int: Int] = [:]
        var seen = Set(tree.presented.map { tree[$0].key.fragment })
        var queue = tree.presented.sorted { tree[$0].sequence > tree[$1].sequence }.map { tree[$0].key.fragment }
        var next = 0
        while next < queue.count {
            let fragment = queue[next]
            next += 1
            for segue in graph.outgoing[fragment] where isOpen(segue) {
                var end = graph.ends[segue].to
                if end == target { return way(to: segue, arrival) }
                if graph.numbering.isFamily[end] { continue }
                while seen.insert(end).inserted {
                    arrival[end] = segue
                    guard let auto = graph.autos[end], isOpen(auto) else {
                        queue.append(end)
                        break
                    }
                    // Autos fire in the same step. One that passes leaves the fragment immediately.
                    if graph.rules[auto].style != .pass { queue.append(end) }
                    end = graph.ends[auto].to
                    if countingAutos, end == target { return way(to: segue, arrival) }
                }
            }
        }
        return nil
    }

    private func way(to last: Int, _ arrival: [Int: Int]) -> [Int] {
        var way = [last]
        while let segue = arrival[graph.ends[way[way.count - 1]].from] { way.append(segue) }
        return way.reversed()
    }
}
