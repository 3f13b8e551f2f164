import AtollNavigation

/// A route, taken apart for reading and printing.
struct CompiledRoute<F: Fragment>: Sendable {
    struct Component: Sendable {
        /// Its text, where it is a literal.
        let literal: String
        let capture: LinkCapture<F>?
    }

    struct Item: Sendable {
        let name: String
        let capture: LinkCapture<F>
        let need: LinkPiece<F>.Need
        /// Where its values stand in the order of the route's items.
        let index: Int
    }

    let edges: [GraphEdge<F>]
    let target: F
    let components: [Component]
    let items: [Item]
    let itemNames: [String: Int]
    let hasIDs: Bool
    /// Whether components that follow are handed on.
    let isOpen: Bool
    let steps: [RouteTree.Step]

    init(_ route: Route<F>) throws(LinkRouterError) {
        edges = route.edges
        target = route.target
        var components: [Component] = []
        var items: [Item] = []
        var itemNames: [String: Int] = [:]
        var isOpen = false
        var captured: [F] = []
        let text = Self.text(of: route.pieces)
        for piece in route.pieces {
            switch piece.kind {
            case .literal(let literal):
                guard !isOpen else { throw .restInTheMiddle(text) }
                guard DeepLink.canHold(component: literal) else { throw .badLiteral(literal) }
                components.append(Component(literal: literal, capture: nil))
            case .component(let capture):
                guard !isOpen else { throw .restInTheMiddle(text) }
                components.append(Component(literal: "", capture: capture))
                if case .id(let fragment) = capture.role { captured.append(fragment ?? route.target) }
            case .item(let name, let capture, let need):
                guard !name.isEmpty, DeepLink.canHold(item: name), name != DeepLink.backgroundItem,
                    itemNames.updateValue(items.count, forKey: name) == nil
                else { throw .badItem(name, route: text) }
                items.append(Item(name: name, capture: capture, need: need, index: items.count))
                if case .id(let fragment) = capture.role { captured.append(fragment ?? route.target) }
            case .rest:
                guard !isOpen else { throw .restInTheMiddle(text) }
                isOpen = true
            }
        }
        let onTheWay = Set(route.edges.map(\.to))
        for fragment in captured where !onTheWay.contains(fragment) { throw .strayID("\(fragment)", route: text) }
        guard Set(captured).count == captured.count else { throw .strayID("one fragment twice", route: text) }
        var reached: Set<F> = []
        for edge in route.edges {
            guard reached.isEmpty || reached.contains(edge.from) else { throw .brokenWay(text) }
            reached.formUnion([edge.from, edge.to])
        }
        self.components = components
        self.items = items
        self.itemNames = itemNames
        self.isOpen = isOpen
        hasIDs = !captured.isEmpty
        steps = components.map { $0.capture == nil ? .literal($0.literal) : .capture }
    }

    /// The route as a person writes it: `/teams/{id}?sort={sort}`.
    var description: String {
        let path = components.map { "/" + ($0.capture.map { "{\($0.name)}" } ?? $0.literal) }.joined()
        let query = items.map { "\($0.name)={\($0.capture.name)}" }.joined(separator: "&")
        return (path.isEmpty ? "/" : path) + (isOpen ? "/…" : "") + (query.isEmpty ? "" : "?" + query)
    }

    private static func text(of pieces: [LinkPiece<F>]) -> String {
        "/"
            + pieces.compactMap { piece -> String? in
                switch piece.kind {
                case .literal(let text): text
                case .component(let capture): "{\(capture.name)}"
                case .item(let name, _, _): "?" + name
                case .rest: "…"
                }
            }.joined(separator: "/")
    }
}

extension LinkCapture {
    var name: String {
        switch role {
        case .id(let fragment?): "id of \(fragment)"
        case .id(nil): "id"
        case .parameter(let name): name
        }
    }
}

extension DeepLink {
    /// Whether a component can stand in an address and be read back.
    static func canHold(component: String) -> Bool {
        !component.isEmpty && component != "." && component != ".." && !component.utf8.contains(UInt8(ascii: "/"))
            && canHold(item: component)
    }

    /// Whether a query item's name or value can stand in an address and be read back.
    static func canHold(item: String) -> Bool {
        !PercentEncoding.isEncoded(item)
            && item.unicodeScalars.allSatisfy { $0 != "\\" && $0.properties.generalCategory != .control }
    }
}
