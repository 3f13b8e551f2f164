import AtollNavigation

extension LinkRouter {
    /// The maximum number of background items in a link.
    static var maximumBackground: Int { 16 }

    /// The destination of a link.
    ///
    /// Of routes with the same components, the one that claims most of the link's query items is chosen; if one of its
    /// values is invalid, no other route is tried.
    ///
    /// - Throws: ``LinkError`` with the part that is wrong.
    /// - Complexity: O(*n*) in the components and items of the link, for any number of routes.
    public func destination(for link: DeepLink) throws(LinkError) -> LinkDestination<F> {
        guard link.items.contains(where: { $0.name == DeepLink.backgroundItem }) else {
            return try foreground(of: link)
        }
        var front = link
        front.items.removeAll { $0.name == DeepLink.backgroundItem }
        let background = link.items.filter { $0.name == DeepLink.backgroundItem }.map(\.value)
        guard background.count <= Self.maximumBackground else {
            throw .tooMany(.item(DeepLink.backgroundItem), limit: Self.maximumBackground)
        }
        var whole = JoinedPath<F>()
        var extrasByPlace: [F: LinkDestination<F>.Extras] = [:]
        for address in background {
            do throws(LinkError) {
                let behind = try DeepLink(path: address)
                guard !behind.items.contains(where: { $0.name == DeepLink.backgroundItem }) else {
                    throw .tooMany(.item(DeepLink.backgroundItem), limit: 1)
                }
                let destination = try foreground(of: behind)
                whole.add(destination.path)
                if let end = destination.path.edges.last?.to, !destination.extras.isEmpty {
                    extrasByPlace[end] = destination.extras
                }
            } catch {
                if case .nested = error { throw error }
                throw .nested(error.description)
            }
        }
        var destination = try foreground(of: front)
        if let front = destination.path.edges.last?.to { extrasByPlace[front] = destination.extras }
        whole.add(destination.path)
        destination.path = whole.path
        // The last place is in front, even if it belongs to a background URL that goes further than the foreground.
        if let front = destination.path.edges.last?.to {
            destination.extras = extrasByPlace.removeValue(forKey: front) ?? .init()
        }
        destination.background = extrasByPlace
        return destination
    }

    private func foreground(of link: DeepLink) throws(LinkError) -> LinkDestination<F> {
        switch tree.match(link.components, isCaseless: link.hasCaselessStart) {
        case .nothing(let index?): throw .unknownRoute(.component(index + 1), link.components[index])
        case .nothing(nil): throw .unknownRoute(nil, link.components.last ?? "/")
        case .routes(let candidates, let taken):
            let route = choose(candidates, for: link.items)
            let reading = try plans[route].read(link, taking: taken)
            return LinkDestination(
                path(along: route, reading.ids), parameters: reading.parameters, rest: reading.rest,
                unclaimed: reading.unclaimed, fragment: link.fragment, version: link.version
            )
        }
    }

    /// The route that claims most of the items; of several, the one that requires most of them, then the one with the
    /// fewest missing, and then the first.
    private func choose(_ candidates: [Int], for items: [DeepLink.Item]) -> Int {
        guard candidates.count > 1 else { return candidates[0] }
        let present = Set(items.map(\.name))
        func rank(_ index: Int) -> (claimed: Int, required: Int, met: Int) {
            let claimed = plans[index].items.filter { present.contains($0.name) }
            let required = claimed.count { $0.need == .required }
            return (claimed.count, required, required - plans[index].items.count { $0.need == .required })
        }
        var best = candidates[0]
        for candidate in candidates.dropFirst() where rank(candidate) > rank(best) { best = candidate }
        return best
    }

    private func path(along route: Int, _ texts: [String?]) -> PresentedPath<F> {
        guard plans[route].hasIDs else { return paths[route] }
        var path = paths[route]
        for (index, source) in plans[route].sources.enumerated() {
            let written = path.edges[index]
            let to = texts[index].flatMap { ids[route][index]?.fragment($0) } ?? written.to
            path.edges[index] = PathEdge(from: source.map { path.edges[$0].to } ?? written.from, to: to)
        }
        return path
    }
}

/// The steps of several URLs as one path, with the steps that they share only once.
private struct JoinedPath<F: Fragment> {
    private struct Step: Hashable {
        let origin: Int
        let to: F
    }

    private var entry: F?
    private var steps: [(origin: Int, to: F)] = []
    private var numbers: [Step: Int] = [:]

    var path: PresentedPath<F> { entry.map { PresentedPath(from: $0, steps: steps) } ?? PresentedPath() }

    mutating func add(_ path: PresentedPath<F>) {
        entry = entry ?? path.edges.first?.from
        var own = [0]
        for (edge, origin) in zip(path.edges, path.origins()) {
            let step = Step(origin: own[origin ?? 0], to: edge.to)
            if let number = numbers[step] {
                own.append(number)
                continue
            }
            steps.append((step.origin, step.to))
            numbers[step] = steps.count
            own.append(steps.count)
        }
    }
}
