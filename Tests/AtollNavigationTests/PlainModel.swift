import AtollNavigation

/// The rules of navigation again, slow and obvious: a tree of boxes in which every query is a new search.
struct PlainModel {
    /// Every third fragment is a family, for which rules name number 0.
    struct Number: IdentifiedFragment, CustomStringConvertible {
        let value: Int
        let id: Int?

        init(_ value: Int, id: Int = 0) { (self.value, self.id) = (value, value % 3 == 2 ? id : nil) }

        func with(id: Int) -> Number { Number(value, id: id) }

        var family: String? { id == nil ? nil : "n\(value)" }
        var description: String { "n\(value)" + (id.map { "#\($0)" } ?? "") }
    }

    typealias Place = Number

    final class Box {
        let place: Place
        /// The segue that leads here, or nil for the entry.
        let segue: Segue<Number>?
        private(set) weak var parent: Box?
        var children: [Box] = []
        var time: Int

        init(_ place: Place, by segue: Segue<Number>?, from parent: Box?, at time: Int) {
            (self.place, self.segue, self.parent, self.time) = (place, segue, parent, time)
        }

        var all: [Box] { [self] + children.flatMap(\.all) }
        var passedTo: Box? { newest { $0.segue?.style == .pass } }
        var pick: Box? { newest { $0.segue?.style == .pick } }

        private func newest(_ fits: (Box) -> Bool) -> Box? { children.filter(fits).max { $0.time < $1.time } }

        var isActive: Bool {
            guard let parent, let segue else { return true }
            guard parent.isActive else { return false }
            if let next = parent.passedTo { return next === self }
            return segue.style == .hold || parent.pick === self
        }

        var isPresented: Bool { isActive && passedTo == nil }
    }

    struct Refusal: Error {}

    let graph: NavigationGraph<Number>
    var facts: Set<Fact>
    private(set) var entry: Box
    private var clock = 0

    init(_ graph: NavigationGraph<Number>, _ path: PresentedPath<Number>, facts: Set<Fact>) {
        self.graph = graph
        self.facts = facts
        entry = Box(graph.entry, by: nil, from: nil, at: 0)
        var arrivals = [entry]
        for edge in path.edges {
            let origin = edge.origin.map { arrivals[$0] } ?? arrivals.last { $0.place == edge.from }!
            arrivals.append(add(edge.to, by: graph.segue(along: edge.edge)!, to: origin))
        }
    }

    // MARK: Queries

    private var boxes: [Box] { entry.all.sorted { $0.time < $1.time } }
    private var presentedBoxes: [Box] { boxes.filter(\.isPresented) }
    private var top: Box { presentedBoxes.last! }

    var presented: [Place] { presentedBoxes.map(\.place) }

    /// Each step as text, with the number of the place that it leaves.
    var path: [String] {
        let boxes = boxes
        return boxes.dropFirst().map { box in
            "\(boxes.firstIndex { $0 === box.parent }!): \(box.parent!.place) -> \(box.place)"
        }
    }

    static func text(of path: PresentedPath<Number>, entry: Number) -> [String] {
        var arrivals = [entry]
        return path.edges.map { edge in
            let origin = edge.origin ?? arrivals.lastIndex(of: edge.from)!
            arrivals.append(edge.to)
            return "\(origin): \(edge)"
        }
    }

    func stack(from place: Place) -> [Place] {
        var stack: [Place] = []
        var box = found(place)
        while let next = box?.passedTo {
            stack.append(next.place)
            box = next
        }
        return stack
    }

    private func found(_ place: Place) -> Box? {
        boxes.first { $0.place == place && $0.isActive } ?? boxes.first { $0.place == place }
    }

    private func isOpen(_ segue: Segue<Number>) -> Bool { segue.condition?.isMet(by: facts) ?? true }

    private func redirect(of segue: Segue<Number>) -> Segue<Number>? {
        segue.redirect.flatMap { graph.segue(along: segue.from => $0) }.flatMap { isOpen($0) ? $0 : nil }
    }

    // MARK: Presenting

    mutating func present(_ fragment: Number) throws {
        guard top.place != fragment else { return }
        let ways = presentedBoxes.reversed().compactMap { source in
            graph.segue(along: source.place => fragment).map { (source, $0) }
        }
        guard let way = ways.first(where: { isOpen($0.1) }) ?? ways.first else { throw Refusal() }
        try take(way.1, from: way.0, to: fragment)
    }

    mutating func present(_ edge: GraphEdge<Number>) throws {
        if top.place == edge.to, top.parent?.place == edge.from { return }
        guard let source = presentedBoxes.last(where: { $0.place == edge.from }) else { throw Refusal() }
        try take(graph.segue(along: edge)!, from: source, to: edge.to)
    }

    mutating func present(tag: SegueTag, id: Int?) throws {
        if let segue = top.segue, segue.tag == tag {
            if id == nil ? top.place.id == nil : top.place == segue.to.with(id: id!) { return }
        }
        var best: (source: Box, segue: Segue<Number>)?
        for segue in graph.segues where segue.tag == tag {
            guard let source = presentedBoxes.last(where: { isSame($0.place, segue.from) }) else { continue }
            // Of several from one place, the first in the graph.
            if source.time > best?.source.time ?? -1 { best = (source, segue) }
        }
        guard let best, id != nil || best.segue.to.id == nil else { throw Refusal() }
        try take(best.segue, from: best.source, to: id.map { best.segue.to.with(id: $0) } ?? best.segue.to)
    }

    mutating func forward(as target: Number?) throws {
        let source = top
        let ways = graph.segues(from: source.place).filter { isOpen($0) && (target == nil || isSame($0.to, target!)) }
        guard ways.count == 1, target != nil || ways[0].to.id == nil else { throw Refusal() }
        try take(ways[0], from: source, to: target ?? ways[0].to)
    }

    private func isSame(_ one: Number, _ other: Number) -> Bool { one.value == other.value }

    private mutating func take(_ segue: Segue<Number>, from source: Box, to target: Number) throws {
        if isOpen(segue) {
            fireAutos(from: arrive(by: segue, from: source, at: target))
        } else if let other = redirect(of: segue) {
            fireAutos(from: arrive(by: other, from: source, at: other.to))
        } else {
            throw Refusal()
        }
    }

    private mutating func arrive(by segue: Segue<Number>, from source: Box, at place: Place) -> Box? {
        if place.id == nil {
            var box: Box? = source
            while let candidate = box {
                if candidate.place == place {
                    clear(candidate)
                    return candidate
                }
                box = candidate.parent
            }
        }
        if let child = source.children.first(where: { $0.segue?.edge == segue.edge }) {
            if child.place == place {
                if child.isActive, !child.isPresented {
                    clear(child)
                    return child
                }
                let wasAway = !child.isActive
                for box in child.all.sorted(by: { $0.time < $1.time }) { renew(box) }
                // Autos that pass or pick, and have become open in the meantime, fire now.
                let ends = child.all.filter { wasAway && $0.isPresented && $0.children.isEmpty }
                for end in ends.sorted(by: { $0.time < $1.time })
                where graph.segues(from: end.place).first(where: \.isAuto)?.style != .hold {
                    fireAutos(from: end)
                }
                return nil
            }
            remove(child)
        }
        return add(place, by: segue, to: source)
    }

    private mutating func fireAutos(from box: Box?) {
        var box = box
        while let current = box, let auto = graph.segues(from: current.place).first(where: \.isAuto) {
            guard let open = isOpen(auto) ? auto : redirect(of: auto) else { return }
            box = arrive(by: open, from: current, at: open.to)
        }
    }

    // MARK: Dismissing

    mutating func dismiss(_ place: Place) throws { try dismiss(boxes.last { $0.place == place && $0.isActive }) }

    mutating func dismissAny(_ fragment: Number) throws {
        try dismiss(boxes.last { isSame($0.place, fragment) && $0.isActive })
    }

    mutating func dismiss(_ edge: GraphEdge<Number>) throws {
        try dismiss(boxes.last { $0.place == edge.to && $0.parent?.place == edge.from && $0.isActive })
    }

    mutating func dismiss(tag: SegueTag) throws {
        try dismiss(boxes.last { $0.segue?.tag == tag && $0.isActive })
    }

    mutating func dismiss() throws {
        try dismiss(boxes.last { $0.isActive && $0.segue?.isDismissable == true })
    }

    private mutating func dismiss(_ box: Box?) throws {
        guard let box, box.segue?.isDismissable == true else { throw Refusal() }
        remove(box)
    }

    // MARK: Picks and stacks

    mutating func pick(_ fragment: Number?, among fragments: [Number]) throws {
        let current = presentedBoxes.last { fragments.contains($0.place) }
        if let fragment {
            if current?.place != fragment { try present(fragment) }
        } else if let current {
            try dismiss(current.place)
        }
    }

    mutating func setStack(_ stack: [Place], from place: Place) throws {
        guard let root = found(place) else { throw Refusal() }
        // Checked first, so that a refusal changes nothing.
        var before: [Box] = []
        while let next = (before.last ?? root).passedTo { before.append(next) }
        let common = zip(before, stack).prefix { $0.place == $1 }.count
        if common < before.count, before[common].segue?.isDismissable != true { throw Refusal() }
        var from = common > 0 ? before[common - 1].place : root.place
        for next in stack.dropFirst(common) {
            guard let segue = graph.segue(along: from => next), segue.style == .pass, isOpen(segue) else {
                throw Refusal()
            }
            from = next
        }
        let kept = PlainModel(self)
        if common < before.count { remove(before[common]) }
        var source = common > 0 ? before[common - 1] : root
        for next in stack.dropFirst(common) {
            source = add(next, by: graph.segue(along: source.place => next)!, to: source)
        }
        if stack.count > common, source.isPresented { fireAutos(from: source) }
        var pushed: [Place] = []
        var box = root
        while let next = box.passedTo {
            pushed.append(next.place)
            box = next
        }
        guard pushed == stack, boxes.contains(where: { $0 === root }) else {
            self = kept
            throw Refusal()
        }
    }

    /// A copy with separate boxes.
    private init(_ other: PlainModel) {
        (graph, facts, clock) = (other.graph, other.facts, other.clock)
        func copy(_ box: Box, from parent: Box?) -> Box {
            let twin = Box(box.place, by: box.segue, from: parent, at: box.time)
            twin.children = box.children.map { copy($0, from: twin) }
            return twin
        }
        entry = copy(other.entry, from: nil)
    }

    // MARK: The tree

    @discardableResult
    private mutating func add(_ place: Place, by segue: Segue<Number>, to parent: Box) -> Box {
        clock += 1
        let box = Box(place, by: segue, from: parent, at: clock)
        parent.children.append(box)
        return box
    }

    private mutating func remove(_ box: Box) {
        box.parent?.children.removeAll { $0 === box }
    }

    private mutating func clear(_ box: Box) {
        box.children = []
        renew(box)
    }

    private mutating func renew(_ box: Box) {
        guard box !== entry else { return }
        clock += 1
        box.time = clock
    }
}
