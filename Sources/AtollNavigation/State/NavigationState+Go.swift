extension NavigationState {
    /// Goes to a fragment by the shortest way that the graph allows from what is presented, one segue after another.
    /// Where none leads on, what can be dismissed is dismissed, the newest first, until one does.
    ///
    /// - Throws: ``NavigationError/noWay(to:from:)`` with where it ends; the state is as it was.
    /// - Complexity: O(*n* + *f* + *s*) in the path and in the fragments and segues of the graph, for each dismissal.
    public mutating func go(to fragment: F, id: FragmentID? = nil) throws(NavigationError<F>) {
        guard let target = graph.numbers[fragment] else { throw .unknownFragment(fragment) }
        if isPresented(PathFragment(fragment, id: id)) { return }
        var attempt = self
        // What others were pushed on is returned to.
        if let slot = tree.newest(of: .init(fragment: target, id: id), where: \.isActive) {
            attempt.tree.clear(slot)
            attempt.wanted = nil
            attempt.fireAutos(from: slot)
            self = attempt
            return
        }
        while true {
            if let way = attempt.shortestWay(to: target, countingAutos: id == nil) {
                for (index, segue) in way.enumerated() {
                    try attempt.present(graph.segues[segue].edge, id: index == way.count - 1 ? id : nil)
                }
                // A tab that was away comes back as it was left; asked for once more, it is returned to.
                if !attempt.isPresented(PathFragment(fragment, id: id)), let last = way.last {
                    try? attempt.present(graph.segues[last].edge, id: id)
                }
                self = attempt
                return
            }
            do {
                try attempt.dismiss()
            } catch {
                throw .noWay(to: fragment, from: presentedPlaces.map(\.fragment))
            }
        }
    }

    /// Whether ``go(to:id:)`` would find a way.
    ///
    /// - Complexity: As for going there, in a copy.
    public func canGo(to fragment: F, id: FragmentID? = nil) -> Bool {
        var attempt = self
        return (try? attempt.go(to: fragment, id: id)) != nil
    }

    /// The open segues of a shortest way from a presented place, or nil.
    ///
    /// - Parameter countingAutos: Whether it is enough that an auto leads to the target: autos give no ids.
    private func shortestWay(to target: Int, countingAutos: Bool) -> [Int]? {
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
                while seen.insert(end).inserted {
                    arrival[end] = segue
                    guard let auto = graph.autos[end], isOpen(auto) else {
                        queue.append(end)
                        break
                    }
                    // Autos come along with the same step. One that passes leads away at once.
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
