import AtollNavigation

extension LinkRouter {
    /// The link that leads to a destination, in its canonical form.
    ///
    /// The newest place is what the link shows; each other end of the path stands in it as an item of the background.
    /// Unclaimed items are not printed.
    ///
    /// - Throws: ``LinkError/noRoute(_:)`` where no route leads to an end of the path, or a value can't stand in an address.
    /// - Complexity: O(*n*) in the length of the path and of the link.
    public func link(for destination: LinkDestination<F>) throws(LinkError) -> DeepLink {
        let edges = destination.path.edges
        guard let last = edges.last else { return try link(to: [], destination) }
        if isChain(edges) { return try link(to: edges, destination) }
        var arrivals: [PathFragment<F>: PathEdge<F>] = [:]
        var sources: Set<PathFragment<F>> = []
        for edge in edges {
            arrivals[edge.to] = edge
            sources.insert(edge.from)
        }
        func chain(to end: PathFragment<F>) -> [PathEdge<F>] {
            var chain: [PathEdge<F>] = []
            var place = end
            while let edge = arrivals[place], chain.count < edges.count {
                chain.append(edge)
                place = edge.from
            }
            return chain.reversed()
        }
        var link = try link(to: chain(to: last.to), destination)
        for edge in edges.dropLast() where !sources.contains(edge.to) {
            let behind = try self.link(to: chain(to: edge.to), LinkDestination(PresentedPath()))
            link.items.append(DeepLink.Item(DeepLink.backgroundItem, behind.path))
        }
        return link
    }

    private func isChain(_ edges: [PathEdge<F>]) -> Bool {
        zip(edges, edges.dropFirst()).allSatisfy { $0.to == $1.from }
    }

    private func link(to chain: [PathEdge<F>], _ destination: LinkDestination<F>) throws(LinkError) -> DeepLink {
        for index in candidates(for: chain) {
            if let link = try link(to: chain, by: compiled[index], destination) { return link }
        }
        throw .noRoute(chain.last.map { "\($0.to)" } ?? "the entry")
    }

    private func candidates(for chain: [PathEdge<F>]) -> [Int] {
        guard let last = chain.last else { return compiled.indices.filter { compiled[$0].edges.isEmpty } }
        return byTarget[last.to.fragment] ?? []
    }

    /// The link of one route, or nil where it leads another way or does not say all ids.
    private func link(
        to chain: [PathEdge<F>], by route: CompiledRoute<F>, _ destination: LinkDestination<F>
    ) throws(LinkError) -> DeepLink? {
        guard route.edges.count == chain.count, zip(route.edges, chain).allSatisfy({ $0 == $1.edge }) else {
            return nil
        }
        var unsaid = chain.count { $0.to.id != nil }
        var link = DeepLink(fragment: destination.fragment, version: destination.version)
        for component in route.components {
            guard let capture = component.capture else {
                link.components.append(component.literal)
                continue
            }
            guard let text = text(of: capture, on: chain, route, destination).first else { return nil }
            guard DeepLink.canHold(component: text) else { throw .noRoute("\"\(text)\"") }
            if case .id = capture.role { unsaid -= 1 }
            link.components.append(text)
        }
        for item in route.items {
            let texts = text(of: item.capture, on: chain, route, destination)
            switch item.need {
            case .required: guard texts.count == 1 else { return nil }
            case .defaulted(texts.first ?? ""): continue
            case .optional, .defaulted, .repeated: break
            }
            for text in texts {
                guard DeepLink.nestingItems.contains(item.name) || DeepLink.canHold(item: text) else {
                    throw .noRoute("\"\(text)\"")
                }
                link.items.append(DeepLink.Item(item.name, text))
            }
            if case .id = item.capture.role { unsaid -= 1 }
        }
        if route.isOpen {
            for text in destination.rest {
                guard DeepLink.canHold(component: text) else { throw .noRoute("\"\(text)\"") }
                link.components.append(text)
            }
        }
        return unsaid == 0 ? link : nil
    }

    private func text(
        of capture: LinkCapture<F>, on chain: [PathEdge<F>], _ route: CompiledRoute<F>,
        _ destination: LinkDestination<F>
    ) -> [String] {
        switch capture.role {
        case .id(let fragment):
            let wanted = fragment ?? route.target
            return chain.last { $0.to.fragment == wanted }?.to.id.flatMap { capture.text($0) }.map { [$0] } ?? []
        case .parameter(let name):
            return destination.parameters.texts[name] ?? []
        }
    }
}
