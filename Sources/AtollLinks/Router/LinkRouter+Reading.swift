import AtollNavigation

extension LinkRouter {
    /// How many addresses of what is in the background are read.
    static var maximumBackground: Int { 16 }

    /// Where a link leads.
    ///
    /// Of routes with the same components, the one that claims most of the link's query items is taken; where one of its
    /// values is wrong, no other is tried.
    ///
    /// - Throws: ``LinkError`` with the part that is wrong.
    /// - Complexity: O(*n*) in the components and items of the link, whatever the number of routes.
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
        var edges: [PathEdge<F>] = []
        var known: Set<PathEdge<F>> = []
        for address in background {
            do throws(LinkError) {
                let behind = try DeepLink(path: address)
                guard !behind.items.contains(where: { $0.name == DeepLink.backgroundItem }) else {
                    throw .tooMany(.item(DeepLink.backgroundItem), limit: 1)
                }
                edges += try foreground(of: behind).path.edges.filter { known.insert($0).inserted }
            } catch {
                throw .nested(error.description)
            }
        }
        var destination = try foreground(of: front)
        destination.path = PresentedPath(edges + destination.path.edges.filter { known.insert($0).inserted })
        return destination
    }

    private func foreground(of link: DeepLink) throws(LinkError) -> LinkDestination<F> {
        switch tree.match(link.components, isCaseless: link.hasCaselessStart) {
        case .nothing(let index?): throw .unknownRoute(.component(index + 1), link.components[index])
        case .nothing(nil): throw .unknownRoute(nil, link.components.last ?? "/")
        case .routes(let candidates, let taken):
            let route = compiled[choose(candidates, for: link.items)]
            var destination = LinkDestination<F>(PresentedPath(), fragment: link.fragment, version: link.version)
            destination.rest = Array(link.components[taken...])
            var ids: [F: FragmentID] = [:]
            for (index, component) in route.components.enumerated() {
                guard let capture = component.capture else { continue }
                try read(link.components[index], capture, .component(index + 1), of: route, &destination, &ids)
            }
            if !link.items.isEmpty || !route.items.isEmpty { try read(link.items, of: route, &destination, &ids) }
            destination.path = path(along: route, ids)
            return destination
        }
    }

    /// The route that claims most of the items; of several, the one that requires most of them, then the one that misses
    /// fewest, and then the first.
    private func choose(_ candidates: [Int], for items: [DeepLink.Item]) -> Int {
        guard candidates.count > 1 else { return candidates[0] }
        let present = Set(items.map(\.name))
        func rank(_ index: Int) -> (claimed: Int, required: Int, met: Int) {
            let claimed = compiled[index].items.filter { present.contains($0.name) }
            let required = claimed.count { $0.need == .required }
            return (claimed.count, required, required - compiled[index].items.count { $0.need == .required })
        }
        var best = candidates[0]
        for candidate in candidates.dropFirst() where rank(candidate) > rank(best) { best = candidate }
        return best
    }

    private func read(
        _ items: [DeepLink.Item], of route: CompiledRoute<F>, _ destination: inout LinkDestination<F>,
        _ ids: inout [F: FragmentID]
    ) throws(LinkError) {
        var values = [[String]](repeating: [], count: route.items.count)
        for item in items {
            if let index = route.itemNames[item.name] {
                values[index].append(item.value)
            } else {
                destination.unclaimed.append(item)
            }
        }
        for item in route.items {
            let texts = values[item.index]
            if item.need != .repeated, texts.count > 1 { throw .repeated(item.name) }
            for text in texts {
                try read(text, item.capture, .item(item.name), of: route, &destination, &ids)
            }
            if item.need == .repeated, case .parameter(let name) = item.capture.role {
                destination.parameters.set(name, texts)
            }
            guard texts.isEmpty else { continue }
            switch item.need {
            case .required: throw .missing(item.name)
            case .defaulted(let text):
                if case .parameter(let name) = item.capture.role { destination.parameters.set(name, [text]) }
            case .optional, .repeated: break
            }
        }
    }

    private func read(
        _ text: String, _ capture: LinkCapture<F>, _ part: LinkError.Part, of route: CompiledRoute<F>,
        _ destination: inout LinkDestination<F>, _ ids: inout [F: FragmentID]
    ) throws(LinkError) {
        switch capture.role {
        case .id(let fragment):
            guard let id = capture.id(text) else { throw .invalidValue(part, text, expected: capture.expected) }
            ids[fragment ?? route.target] = id
        case .parameter(let name):
            guard capture.isValid(text) else { throw .invalidValue(part, text, expected: capture.expected) }
            destination.parameters.set(name, [text])
        }
    }

    private func path(along route: CompiledRoute<F>, _ ids: [F: FragmentID]) -> PresentedPath<F> {
        guard route.hasIDs else { return PresentedPath(route.edges) }
        return PresentedPath(
            route.edges.map { PathEdge($0, fromID: ids[$0.from], id: ids[$0.to]) }
        )
    }
}
