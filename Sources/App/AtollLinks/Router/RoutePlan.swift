import AtollNavigation

/// A route, taken apart for reading and printing.
///
/// It refers to edges by their position on the route's way instead of by fragments: code that is generic over the app's
/// fragment type costs several times as much if it is not compiled together with that type.
struct RoutePlan: Sendable {
    /// A value that is read from a URL.
    struct Capture: Sendable {
        /// The use of the value.
        enum Role: Sendable {
            /// The id of the places at which these edges arrive.
            case id(edges: [Int])
            case parameter(String)
        }

        let role: Role
        let name: String
        let format: LinkFormat
    }

    struct Component: Sendable {
        /// The text of a literal.
        let literal: String
        let capture: Capture?
    }

    struct Item: Sendable {
        let name: String
        let capture: Capture
        let need: LinkNeed
    }

    let components: [Component]
    let items: [Item]
    /// The sorted names of the items, which tell routes with the same components apart.
    let itemNames: [String]
    /// Whether further components are passed on.
    let isOpen: Bool
    /// For each edge: the earlier edge that arrived where it departs, or nil if it departs from the entry.
    let sources: [Int?]
    let hasIDs: Bool

    init<F: Fragment>(_ route: Route<F>) throws(LinkRouterError) {
        var components: [Component] = []
        var items: [Item] = []
        var isOpen = false
        var captured: [Int] = []
        let text = Self.text(of: route.pieces)
        for piece in route.pieces {
            switch piece.kind {
            case .literal(let literal):
                guard !isOpen else { throw .restInTheMiddle(text) }
                guard DeepLink.canHold(component: literal) else { throw .badLiteral(literal) }
                components.append(Component(literal: literal, capture: nil))
            case .component(let capture):
                guard !isOpen else { throw .restInTheMiddle(text) }
                components.append(Component(literal: "", capture: try Capture(capture, of: route, text, &captured)))
            case .item(let name, let capture, let need):
                guard !name.isEmpty, DeepLink.canHold(item: name), name != DeepLink.backgroundItem,
                    !items.contains(where: { $0.name == name })
                else { throw .badItem(name, route: text) }
                let capture = try Capture(capture, of: route, text, &captured)
                items.append(Item(name: name, capture: capture, need: need))
            case .rest:
                guard !isOpen else { throw .restInTheMiddle(text) }
                isOpen = true
            }
        }
        var reached: Set<F> = []
        for edge in route.edges {
            guard reached.isEmpty || reached.contains(edge.from) else { throw .brokenWay(text) }
            reached.formUnion([edge.from, edge.to])
        }
        if let index = route.edges.indices.first(where: { route.edges[$0].to.isAny && !captured.contains($0) }) {
            throw .missingID("\(FragmentKind(route.edges[index].to))", route: text)
        }
        let edges = route.edges
        sources = edges.indices.map { index in edges[..<index].lastIndex { $0.to == edges[index].from } }
        self.components = components
        self.items = items
        itemNames = items.map(\.name).sorted()
        self.isOpen = isOpen
        hasIDs = !captured.isEmpty
    }

    var steps: [RouteTree.Step] { components.map { $0.capture == nil ? .literal($0.literal) : .capture } }

    /// The route as a person writes it: `/teams/{id}?sort={sort}`.
    var description: String {
        let path = components.map { "/" + ($0.capture.map { "{\($0.name)}" } ?? $0.literal) }.joined()
        let query = items.map { "\($0.name)={\($0.capture.name)}" }.joined(separator: "&")
        return (path.isEmpty ? "/" : path) + (isOpen ? "/…" : "") + (query.isEmpty ? "" : "?" + query)
    }

    private static func text<F>(of pieces: [LinkPiece<F>]) -> String {
        "/"
            + pieces.map { piece in
                switch piece.kind {
                case .literal(let text): text
                case .component(let capture): "{\(capture.name)}"
                case .item(let name, _, _): "?" + name
                case .rest: "…"
                }
            }.joined(separator: "/")
    }
}

extension RoutePlan.Capture {
    fileprivate init<F: Fragment>(
        _ capture: LinkCapture<F>, of route: Route<F>, _ text: String, _ captured: inout [Int]
    ) throws(LinkRouterError) {
        name = capture.name
        format = capture.format
        switch capture.role {
        case .parameter(let name): role = .parameter(name)
        case .id(let ids):
            var edges: [Int] = []
            for id in ids {
                guard let edge = route.edges.lastIndex(where: { id.text($0.to) != nil }), !captured.contains(edge)
                else {
                    throw .strayID(route: text)
                }
                captured.append(edge)
                edges.append(edge)
            }
            role = .id(edges: edges)
        }
    }
}

extension DeepLink {
    /// Whether a component can be written in a URL and read back.
    static func canHold(component: String) -> Bool {
        !component.isEmpty && component != "." && component != ".." && !component.utf8.contains(UInt8(ascii: "/"))
            && canHold(item: component)
    }

    /// Whether a query item's name or value can be written in a URL and read back.
    static func canHold(item: String) -> Bool {
        // Most text is plain.
        if item.utf8.allSatisfy({ (0x20...0x7e).contains($0) && $0 != UInt8(ascii: "%") && $0 != UInt8(ascii: "\\") }) {
            return true
        }
        return !PercentEncoding.isEncoded(item)
            && item.unicodeScalars.allSatisfy { $0 != "\\" && $0.properties.generalCategory != .control }
    }
}
