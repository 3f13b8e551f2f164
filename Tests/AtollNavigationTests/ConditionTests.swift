import AtollNavigation
import Foundation
import Testing

@Suite("Conditions and facts")
struct ConditionTests {
    @Test("An unmet condition redirects, and what was wanted is resumed when it is met")
    func conditions() throws {
        var state = try letters {
            Pass(Letter.a => .b)
            Pass(Letter.a => .p(.any)).when(.signedIn, otherwise: .b)
            Pass(Letter.b => .p(.any)).when(.signedIn)
            Hold(Letter.p(.any) => .d).when(.premium)
        }
        #expect(!state.canPresent(.p(5)) && state.isOpen(to: .p(5)), "a link to it leads to the redirect")
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

    @Test("A splash leads to sign-in or to the dashboard, depending on a fact")
    func splash() throws {
        let graph = NavigationGraph(entry: Letter.a) {
            Pass(Letter.a => .c).when(.signedIn, otherwise: .b).auto()
            Pass(Letter.a => .b)
            Pass(Letter.b => .c).when(.signedIn)
        }
        #expect(NavigationState(graph, facts: [.signedIn]).screen == "c")
        var state = NavigationState(graph)
        #expect(state.screen == "b")
        state.set(.signedIn, true)
        #expect(state.screen == "c")
    }

    @Test("When a fact is lost, what depended on it gives way to the redirect, and is resumed when the fact is back")
    func losingAFact() throws {
        var state = try letters(facts: [.signedIn, .premium]) {
            Pass(Letter.a => .c).when(.signedIn, otherwise: .b).auto()
            Pass(Letter.a => .b).unless(.signedIn)
            Pass(Letter.b => .c).when(.signedIn)
            Hold(Letter.c => .d).when(.premium)
            Hold(Letter.d => .e)
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
        var state = try letters { Pass(Letter.a => .b).when("loaded").auto() }
        #expect(state.screen == "a")
        state.set("loaded", true)
        #expect(state.screen == "b")
    }

    @Test("A user who signs out and in again passes the gate each time, from whichever of its pages")
    func again() throws {
        var state = try letters {
            Pass(.a => .c).when(.signedIn, otherwise: .b).auto()
            Pass(.a => .b)
            Pass(.b => .c).when(.signedIn)
            Pass(.b => .d).dismissable()
            Pass(.c => .e).dismissable()
        }
        for _ in 1...3 {
            #expect(state.screen == "b" && state.wanted == .c)
            state.set(.signedIn, true)
            #expect(state.screen == "c" && state.wanted == nil)
            state.set(.signedIn, false)
        }
        try state.present(.d)
        state.set(.signedIn, true)
        #expect(state.screen == "c", "a second page of the sign-in")
    }

    @Test(
        "A dismissed auto does not come back with an unrelated fact, and one that has opened fires next to a sheet")
    func autosOfFacts() throws {
        var state = try letters(entry: .a) {
            Hold(.a => .b).auto().dismissable()
            Hold(.a => .c).dismissable()
        }
        try state.dismiss(.b)
        state.set(.premium, true)
        #expect(state.screen == "a")
        var other = try letters(entry: .a) {
            Hold(.a => .b).auto().when(.premium)
            Hold(.a => .c).dismissable()
        }
        try other.present(.c)
        other.set(.signedIn, true)
        #expect(other.screen == "a c")
        other.set(.premium, true)
        #expect(other.screen == "a b c")
    }

    @Test("A user who dismisses the sign-in no longer wants what it was for")
    func givenUp() throws {
        var state = try letters(entry: .a) {
            Pass(.a => .b).when(.signedIn, otherwise: .c).dismissable()
            Hold(.a => .c).dismissable()
            Hold(.a => .d).dismissable()
        }
        try state.present(.b)
        #expect(state.screen == "a c" && state.wanted == .b)
        try state.dismiss(.c)
        #expect(state.wanted == nil)
        try state.present(.b)
        try state.present(.d)
        #expect(state.wanted == nil, "the user went elsewhere")
        try state.dismiss(.d)
        state.set(.signedIn, true)
        #expect(state.screen == "a c")
    }

    @Test(
        "A place that a forbidden fact removed stays away; a closed step of a restored path is resumed when it opens"
    )
    func forbiddenAndRestored() throws {
        var state = try letters(entry: .a) {
            Hold(.a => .b).unless(.premium).dismissable()
            Pass(.a => .c).when(.signedIn).dismissable()
        }
        try state.present(.b)
        state.set(.premium, true)
        state.set(.premium, false)
        #expect(state.screen == "a" && state.wanted == nil)
        let dropped = state.restore(PresentedPath<Letter>([.a => .b, .a => .c]))
        #expect(dropped.map(\.fault) == [.conditionUnmet] && state.wanted == .c)
        state.set(.signedIn, true)
        #expect(state.screen == "c")
    }

    @Test("A tab that comes back reflects what opened or closed meanwhile; a flickering fact moves no one")
    func tabsAndFacts() throws {
        var state = try letters(entry: .a, facts: [.signedIn]) {
            Pick(.a => .b).auto()
            Pick(.a => .c)
            Pass(.c => .d).when(.signedIn, otherwise: .e).auto()
            Pass(.c => .e)
            Pass(.e => .d).when(.signedIn).auto()
            Pass(.b => .p(0)).dismissable()
            Pass(.c => .f).when(.premium).dismissable()
        }
        try state.present(.c)
        #expect(state.screen == "a d")
        try state.present(.b)
        try state.present(.p(5))
        state.set(.signedIn, false)
        state.set(.signedIn, true)
        #expect(state.screen == "a p5", "the user was not at d")
        state.set(.signedIn, false)
        try state.present(.c)
        #expect(state.screen == "a e" && state.wanted == .d)
        try state.present(.b)
        state.set(.signedIn, true)
        try state.present(.c)
        #expect(state.screen == "a d")
    }
}
