import AtollNavigation
import Foundation
import Testing

@Suite("What depends on facts")
struct ConditionTests {
    @Test("An unmet condition leads elsewhere, and what was wanted is resumed when it is met")
    func conditions() throws {
        var state = try letters {
            pass(Letter.a => .b)
            pass(Letter.a => .p(.any)).when(.signedIn, otherwise: .b)
            pass(Letter.b => .p(.any)).when(.signedIn)
            hold(Letter.p(.any) => .d).when(.premium)
        }
        #expect(!state.canPresent(.p(5)) && !state.isOpen(to: .p(5)))
        try state.present(.p(5))
        #expect(state.screen == "b")
        #expect(state.wanted == .p(5))
        state.set(.premium, true)
        #expect(state.screen == "b")
        state.set(.signedIn, true)
        #expect(state.screen == "p5" && state.isOpen(to: .p(6)))
        #expect(state.wanted == nil)
        state.set(.premium, false)
        #expect(
            throws: NavigationError<Letter>.conditionUnmet(.p(5) => .d, Condition(required: [.premium]))
        ) { try state.present(.d) }
    }

    @Test("A splash leads to sign-in or to the dashboard, by what is true")
    func splash() throws {
        let graph = NavigationGraph(entry: Letter.a) {
            pass(Letter.a => .c).when(.signedIn, otherwise: .b).auto()
            pass(Letter.a => .b)
            pass(Letter.b => .c).when(.signedIn)
        }
        #expect(NavigationState(graph, facts: [.signedIn]).screen == "c")
        var state = NavigationState(graph)
        #expect(state.screen == "b")
        state.set(.signedIn, true)
        #expect(state.screen == "c")
    }

    @Test("Where a fact is lost, what depended on it is left for the redirect, and is resumed when the fact is back")
    func losingAFact() throws {
        var state = try letters(facts: [.signedIn, .premium]) {
            pass(Letter.a => .c).when(.signedIn, otherwise: .b).auto()
            pass(Letter.a => .b).unless(.signedIn)
            pass(Letter.b => .c).when(.signedIn)
            hold(Letter.c => .d).when(.premium)
            hold(Letter.d => .e)
        }
        try state.present(.d)
        try state.present(.e)
        state.set(.premium, false)
        #expect(state.screen == "c")
        state.set(.signedIn, false)
        #expect(state.screen == "b")
        #expect(state.wanted == .c)
        state.set(.signedIn, true)
        #expect(state.screen == "c")
        #expect(state.path.description == "a -> c")
    }

    @Test("A loading screen leads on when it is done")
    func loading() throws {
        var state = try letters { pass(Letter.a => .b).when("loaded").auto() }
        #expect(state.screen == "a")
        state.set("loaded", true)
        #expect(state.screen == "b")
    }

    @Test("Who signs out and in again is where they were, as the article says, unless they went elsewhere meanwhile")
    func again() throws {
        var state = try letters {
            pass(.a => .c).when(.signedIn, otherwise: .b).auto()
            pass(.a => .b)
            pass(.b => .c).when(.signedIn)
            pass(.b => .d).dismissable()
            pass(.c => .e).dismissable()
        }
        for _ in 1...3 {
            #expect(state.screen == "b" && state.wanted == .c)
            state.set(.signedIn, true)
            #expect(state.screen == "c" && state.wanted == nil)
            state.set(.signedIn, false)
        }
        try state.present(.d)
        state.set(.signedIn, true)
        #expect(state.screen == "d")
    }
}
