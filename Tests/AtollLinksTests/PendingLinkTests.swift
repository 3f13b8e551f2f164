import AtollLinks
import AtollNavigation
import Testing

@Suite("Pending links")
struct PendingLinkTests {
    enum Place: Fragment { case splash, signIn, dash, product(Int) }

    private func state(_ facts: Set<Fact> = []) throws -> NavigationState<Place> {
        NavigationState(
            NavigationGraph(entry: Place.splash) {
                Pass(Place.splash => .dash).when("signedIn", otherwise: .signIn).auto()
                Pass(Place.splash => .signIn).unless("signedIn")
                Pass(Place.dash => .product(.any))
            },
            facts: facts
        )
    }

    private let destination = LinkDestination(
        [PathEdge(Place.splash => .dash), PathEdge(Place.dash => .product(30))] as PresentedPath<Place>
    )

    @Test("A link whose conditions are met opens immediately")
    func opens() throws {
        var state = try state(["signedIn"])
        var pending = PendingLink<Place>()
        #expect(try pending.open(destination, in: &state, at: .zero) == .opened)
        #expect(state.isPresented(.product(30)))
        #expect(pending.destination == nil)
    }

    @Test("A link whose condition is not met is kept, and resumed once when it is met")
    func resumes() throws {
        var state = try state()
        var pending = PendingLink<Place>(lifetime: .seconds(10))
        #expect(try pending.open(destination, in: &state, at: .zero) == .pending)
        #expect(state.isPresented(.signIn))
        #expect(pending.resume(in: &state, at: .seconds(1)) == nil)
        #expect(pending.destination != nil)
        state.set("signedIn", true)
        #expect(pending.resume(in: &state, at: .seconds(2)) == destination)
        #expect(state.isPresented(.product(30)))
        try state.replace(with: [])
        #expect(pending.resume(in: &state, at: .seconds(3)) == nil)
        #expect(!state.isPresented(.product(30)))
    }

    @Test("A kept link expires, and is replaced by a newer one")
    func expires() throws {
        var state = try state()
        var pending = PendingLink<Place>(lifetime: .seconds(10))
        _ = try pending.open(destination, in: &state, at: .seconds(5))
        state.set("signedIn", true)
        #expect(pending.resume(in: &state, at: .seconds(15)) == nil)
        #expect(pending.destination == nil)
        state.set("signedIn", false)
        _ = try pending.open(destination, in: &state, at: .seconds(20))
        #expect(throws: NavigationError<Place>.self) {
            try pending.open(LinkDestination([PathEdge(Place.dash => .signIn)]), in: &state, at: .seconds(21))
        }
        #expect(pending.destination == nil)
        #expect(state.isPresented(.signIn))
    }
}
