import AtollNavigation
import Foundation
import Testing

/// Two tabs, each with products that lead to products.
enum Mall: String, Fragment, Codable, CaseIterable, CustomStringConvertible {
    case root, clothes, toys, product, reviews

    var description: String { rawValue }

    static func state() throws -> NavigationState<Mall> {
        NavigationState(
            try NavigationGraph(entry: Mall.root) {
                pick(.root => .clothes).auto()
                pick(.root => .toys)
                pass([.clothes, .toys] => .product).dismissable()
                pass(.product => .product).dismissable()
                pass(.product => .reviews).dismissable()
            })
    }
}

@Suite("A place hangs where it was presented")
struct TwinTests {
    private func product(_ id: Int) -> PathFragment<Mall> { PathFragment(.product, id: .integer(id)) }

    private func stack(_ tab: Mall, _ state: NavigationState<Mall>) -> String {
        state.stack(from: PathFragment(tab)).map(\.description).joined(separator: " ")
    }

    @Test("Each tab keeps its stack, though both have the same product")
    func tabs() throws {
        var state = try Mall.state()
        for id in [30, 31, 32] { try state.present(.product, id: .integer(id)) }
        try state.present(.toys)
        #expect(state.canPresent(.toys => .product, id: 30))
        try state.present(.product, id: 30)
        #expect(stack(.clothes, state) == "product#30 product#31 product#32")
        #expect(stack(.toys, state) == "product#30")
        try state.pick(.clothes, among: [.clothes, .toys])
        #expect(state.presentedPlaces.last == product(32))
        try state.dismiss()
        #expect(stack(.clothes, state) == "product#30 product#31")
        #expect(stack(.toys, state) == "product#30")
        // A second tap on the tab takes back what is on it, of this tab alone.
        try state.present(.clothes)
        #expect(stack(.clothes, state) == "" && stack(.toys, state) == "product#30")
    }

    @Test("A product that leads to one and back is there twice")
    func thereAndBack() throws {
        var state = try Mall.state()
        for id in [30, 31, 30] { try state.present(.product, id: .integer(id)) }
        #expect(stack(.clothes, state) == "product#30 product#31 product#30")
        try state.dismiss(.product, id: 30)
        #expect(stack(.clothes, state) == "product#30 product#31")
        try state.setStack(
            [product(30), product(31), product(30), PathFragment(.reviews)], from: PathFragment(.clothes))
        #expect(stack(.clothes, state) == "product#30 product#31 product#30 reviews")
        #expect(throws: NavigationError<Mall>.notOnPath(PathFragment(.toys))) {
            try state.setStack([product(30)], from: PathFragment(.toys))
        }
        try state.present(.toys)
        try state.present(.clothes)
        #expect(state.presentedPlaces.last == PathFragment(.reviews))
        try state.setStack([product(30)], from: PathFragment(.toys))
        #expect(stack(.toys, state) == "product#30", "a tab that is not picked")
        #expect(state.presentedPlaces.last == PathFragment(.reviews))
    }

    @Test("A path with twins is kept and set again; one from before there were any is read as well")
    func coding() throws {
        var state = try Mall.state()
        for id in [30, 31, 30] { try state.present(.product, id: .integer(id)) }
        try state.present(.toys)
        try state.present(.product, id: 30)
        try state.pick(.clothes, among: [.clothes, .toys])
        try state.present(.reviews)
        let data = try JSONEncoder().encode(state.path)
        let path = try JSONDecoder().decode(PresentedPath<Mall>.self, from: data)
        #expect(path == state.path)
        var other = try Mall.state()
        #expect(other.restore(path).isEmpty)
        #expect(other == state && stack(.clothes, other) == "product#30 product#31 product#30 reviews")
        let old = #"[{"from": {"fragment": "root"}, "to": {"fragment": "toys"}}]"#
        #expect(other.restore(try JSONDecoder().decode(PresentedPath<Mall>.self, from: Data(old.utf8))).isEmpty)
        #expect(other.presentedPlaces.last == PathFragment(.toys))
    }

    @Test(
        "An origin that is no earlier step to this place is refused",
        arguments: [-1, 0, 2, 3, 4, .max, .min])
    func badOrigins(_ origin: Int) throws {
        var state = try Mall.state()
        let before = state
        let path = PresentedPath<Mall>([
            PathEdge(.root => .clothes), PathEdge(from: PathFragment(.clothes), to: product(1)),
            PathEdge(from: PathFragment(.clothes), to: product(2), origin: origin),
        ])
        #expect(throws: NavigationError<Mall>.brokenPath(path.edges[2], .unattached)) { try state.replace(with: path) }
        #expect(state == before)
        #expect(state.restore(path).map(\.fault) == [.unattached])
        #expect(path.origins(from: PathFragment(.root)) == [0, 1, nil])
    }

    @Test("A path of a hundred thousand products is set, and taken back")
    func long() throws {
        var state = try Mall.state()
        let count = 100_000
        let path = PresentedPath(
            from: PathFragment(Mall.root),
            steps: [(0, PathFragment(.clothes))] + (1...count).map { ($0, product($0 % 7)) })
        try state.replace(with: path)
        #expect(state.stack(from: PathFragment(.clothes)).count == count)
        #expect(state.path == path)
        try state.setStack([], from: PathFragment(.clothes))
        #expect(state.presentedPlaces.last == PathFragment(.clothes))
    }

    @Test("A double tap is one tap, also where another way would lead on")
    func doubleTap() throws {
        var state = try letters {
            hold(Letter.a => .b)
            pass(Letter.b => .c).dismissable()
            pass(Letter.a => .c).dismissable()
        }
        try state.present(.b)
        try state.present(.c)
        let before = state
        #expect(state.canPresent(.c))
        try state.present(.c)
        #expect(state == before && state.canDismiss)
        try state.present(Letter.b => .c)
        #expect(state == before)
    }

    @Test("At a leaf there is no way forward, whatever leads on below it")
    func leaf() throws {
        var state = try letters {
            hold(Letter.a => .b)
            pass(Letter.b => .c)
        }
        for _ in 0..<2 { try state.forward() }
        #expect(state.screen == "a c" && !state.canGoForward)
        #expect(throws: NavigationError<Letter>.noWayOut(.c)) { try state.forward() }
        #expect(state.screen == "a c")
    }

    @Test("Picks do not look at ids, and one call dismisses a fragment whatever its id")
    func ids() throws {
        var state = try letters { pass(Letter.a => .b).dismissable() }
        try state.present(.b, id: 1)
        #expect(state.picked(among: [.b]) == nil && state.canPick(nil, among: [.b]))
        try state.pick(nil, among: [.b])
        #expect(state.screen == "b#1")
        #expect(throws: NavigationError<Letter>.notPresented(PathFragment(.b))) { try state.dismiss(.b) }
        #expect(state.canDismissWithAnyID(.b))
        try state.dismissWithAnyID(.b)
        #expect(state.screen == "a" && !state.canDismissWithAnyID(.b))
        #expect(throws: NavigationError<Letter>.entryNotDismissable(.a)) { try state.dismissWithAnyID(.a) }
    }

    @Test("A stack is set exactly, or nothing changes")
    func exactly() throws {
        var state = try letters {
            pass(Letter.a => .b => .c)
            hold(Letter.c => .d)
            pass(Letter.b => .e)
            pass(Letter.e => .f).auto()
            pass(Letter.b => .g).when(.signedIn, otherwise: .c)
        }
        func refusal(_ stack: Letter...) -> NavigationError<Letter>? {
            let before = state
            defer { #expect(state == before) }
            #expect(!state.canSetStack(stack.map { PathFragment($0) }, from: PathFragment(.a)))
            do {
                try state.setStack(stack.map { PathFragment($0) }, from: PathFragment(.a))
                return nil
            } catch { return error }
        }
        #expect(refusal(.b, .c, .d) == .notPushed(.c => .d))
        #expect(refusal(.b, .e) == .leadsOn(PathFragment(.e)))
        #expect(refusal(.c) == .noSegue(.a => .c))
        #expect(
            refusal(.b, .g)?.description
                == "The segue b -> g is closed until it is true: signedIn. Give it a redirect, or change the facts.")
        try state.setStack([PathFragment(.b), PathFragment(.c)], from: PathFragment(.a))
        #expect(refusal(.b) == .notDismissable(.b => .c))
        #expect(throws: NavigationError<Letter>.notOnPath(PathFragment(.g))) {
            try state.setStack([], from: PathFragment(.g))
        }
    }

    @Test("Chains go on from everywhere that they lead to")
    func chains() {
        func text(_ edges: [GraphEdge<Letter>]) -> String { edges.map(\.description).joined(separator: ", ") }
        let first: [GraphEdge<Letter>] = Letter.a => [.b, .c]
        #expect(text(first => .d) == "a -> b, a -> c, b -> d, c -> d")
        #expect(text(first => [.d, .e]) == "a -> b, a -> c, b -> d, b -> e, c -> d, c -> e")
        let back: [GraphEdge<Letter>] = Letter.a => .b => .a => .c
        #expect(text(back) == "a -> b, b -> a, a -> c")
        let many: [GraphEdge<Letter>] = [.a, .b] => .c => .d
        #expect(text(many) == "a -> c, b -> c, c -> d")
        let written: [GraphEdge<Letter>] = Letter.a => [.b, .c] => .d
        #expect(text(written) == text(first => .d))
    }
}
