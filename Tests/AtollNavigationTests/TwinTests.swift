import AtollNavigation
import Foundation
import Testing

/// Two tabs, each with products that lead to further products.
enum Mall: Fragment, Codable {
    case root, clothes, toys, reviews
    case product(Int)

    static func state() -> NavigationState<Mall> {
        NavigationState(
            NavigationGraph(entry: Mall.root) {
                Pick(.root => .clothes).auto()
                Pick(.root => .toys)
                Pass([.clothes, .toys] => .product(.any)).dismissable()
                Pass(.product(.any) => .product(.any)).dismissable()
                Pass(.product(.any) => .reviews).dismissable()
            })
    }
}

@Suite("Places with the same fragment")
struct TwinTests {
    private func stack(_ tab: Mall, _ state: NavigationState<Mall>) -> String {
        state.stack(from: tab).map { if case .product(let id) = $0 { "\(id)" } else { "\($0)" } }.joined(separator: " ")
    }

    @Test("Each tab keeps its stack, although both contain the same product")
    func tabs() throws {
        var state = Mall.state()
        for id in [30, 31, 32] { try state.present(.product(id)) }
        try state.present(.toys)
        #expect(state.canPresent(Mall.toys => .product(30)))
        try state.present(.product(30))
        #expect(stack(.clothes, state) == "30 31 32")
        #expect(stack(.toys, state) == "30")
        try state.pick(.clothes, among: [.clothes, .toys])
        #expect(state.presentedPlaces.last == .product(32))
        try state.dismiss()
        #expect(stack(.clothes, state) == "30 31")
        #expect(stack(.toys, state) == "30")
        // A second tap on the tab dismisses what is pushed on it, in this tab only.
        try state.present(.clothes)
        #expect(stack(.clothes, state) == "" && stack(.toys, state) == "30")
    }

    @Test("A product that leads to another one and back is on the path twice")
    func thereAndBack() throws {
        var state = Mall.state()
        for id in [30, 31, 30] { try state.present(.product(id)) }
        #expect(stack(.clothes, state) == "30 31 30")
        try state.dismiss(.product(30))
        #expect(stack(.clothes, state) == "30 31")
        try state.setStack(
            [.product(30), .product(31), .product(30), .reviews], from: .clothes)
        #expect(stack(.clothes, state) == "30 31 30 reviews")
        #expect(throws: NavigationError<Mall>.notOnPath(.toys)) {
            try state.setStack([.product(30)], from: .toys)
        }
        try state.present(.toys)
        try state.present(.clothes)
        #expect(state.presentedPlaces.last == .reviews)
        try state.setStack([.product(30)], from: .toys)
        #expect(stack(.toys, state) == "30", "a tab that is not picked")
        #expect(state.presentedPlaces.last == .reviews)
    }

    @Test("A path with twins is stored and set again")
    func coding() throws {
        var state = Mall.state()
        for id in [30, 31, 30] { try state.present(.product(id)) }
        try state.present(.toys)
        try state.present(.product(30))
        try state.pick(.clothes, among: [.clothes, .toys])
        try state.present(.reviews)
        let data = try JSONEncoder().encode(state.path)
        let path = try JSONDecoder().decode(PresentedPath<Mall>.self, from: data)
        #expect(path == state.path)
        var other = Mall.state()
        #expect(other.restore(path).isEmpty)
        #expect(other == state && stack(.clothes, other) == "30 31 30 reviews")
        #expect(String(decoding: data, as: UTF8.self).contains(#"{"product":{"_0":30}}"#), "ids are typed")
    }

    @Test(
        "An origin that is not an earlier step to the same place is refused",
        arguments: [-1, 0, 2, 3, 4, .max, .min])
    func badOrigins(_ origin: Int) throws {
        var state = Mall.state()
        let before = state
        let path = PresentedPath<Mall>([
            PathEdge(.root => .clothes), PathEdge(from: .clothes, to: .product(1)),
            PathEdge(from: .clothes, to: .product(2), origin: origin),
        ])
        #expect(throws: NavigationError<Mall>.brokenPath(path.edges[2], .unattached)) { try state.replace(with: path) }
        #expect(state == before)
        #expect(state.restore(path).map(\.fault) == [.unattached])
        #expect(path.origins(from: .root) == [0, 1, nil])
    }

    @Test("A path of a hundred thousand products is set, and dismissed again")
    func long() throws {
        var state = Mall.state()
        let count = 100_000
        let path = PresentedPath(
            from: Mall.root,
            steps: [(0, .clothes)] + (1...count).map { ($0, .product($0 % 7)) })
        try state.replace(with: path)
        #expect(state.stack(from: .clothes).count == count)
        #expect(state.path == path)
        try state.setStack([], from: .clothes)
        #expect(state.presentedPlaces.last == .clothes)
    }

    @Test("A double tap is one tap, even if another segue would lead on")
    func doubleTap() throws {
        var state = try letters {
            Hold(Letter.a => .b)
            Pass(Letter.b => .c).dismissable()
            Pass(Letter.a => .c).dismissable()
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
            Hold(Letter.a => .b)
            Pass(Letter.b => .c)
        }
        for _ in 0..<2 { try state.forward() }
        #expect(state.screen == "a c" && !state.canGoForward)
        #expect(throws: NavigationError<Letter>.noWayOut(.c)) { try state.forward() }
        #expect(state.screen == "a c")
    }

    @Test("Picks require the exact fragment, and one call dismisses a member of a family, whichever it is")
    func families() throws {
        var state = try letters { Pass(Letter.a => .p(.any)).dismissable() }
        try state.present(.p(1))
        #expect(state.picked(among: [.p(2)]) == nil && state.canPick(nil, among: [.p(2)]))
        try state.pick(nil, among: [.p(2)])
        #expect(state.screen == "p1")
        #expect(throws: NavigationError<Letter>.notPresented(.p(2))) { try state.dismiss(.p(2)) }
        #expect(state.canDismissAny(.p(.any)))
        try state.dismissAny(.p(.any))
        #expect(state.screen == "a" && !state.canDismissAny(.p(.any)))
        #expect(throws: NavigationError<Letter>.entryNotDismissable(.a)) { try state.dismissAny(.a) }
    }

    @Test("A stack is set exactly, or nothing changes")
    func exactly() throws {
        var state = try letters {
            Pass(Letter.a => .b => .c)
            Hold(Letter.c => .d)
            Pass(Letter.b => .e)
            Pass(Letter.e => .f).auto()
            Pass(Letter.b => .g).when(.signedIn, otherwise: .c)
        }
        func refusal(_ stack: Letter...) -> NavigationError<Letter>? {
            let before = state
            defer { #expect(state == before) }
            #expect(!state.canSetStack(stack, from: .a))
            do {
                try state.setStack(stack, from: .a)
                return nil
            } catch { return error }
        }
        #expect(refusal(.b, .c, .d) == .notPushed(.c => .d))
        #expect(refusal(.b, .e) == .leadsOn(.e))
        #expect(refusal(.c) == .noSegue(.a => .c))
        #expect(
            refusal(.b, .g)?.description
                == """
                The segue b -> g is closed until its condition is met: signedIn. Give it a redirect, or change \
                the facts.
                """)
        try state.setStack([.b, .c], from: .a)
        #expect(refusal(.b) == .notDismissable(.b => .c))
        #expect(throws: NavigationError<Letter>.notOnPath(.g)) {
            try state.setStack([], from: .g)
        }
    }

    @Test("Chains continue from every end")
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
