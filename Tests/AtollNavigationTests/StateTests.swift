import AtollNavigation
import Foundation
import Testing

@Suite("The navigation state")
struct StateTests {
    @Test("At first the entry is presented, and what autos lead to")
    func start() throws {
        #expect(try letters { Pass(Letter.a => .b) }.screen == "a")
        #expect(try letters { Hold(Letter.a => .b).auto() }.screen == "a b")
        #expect(try letters { Pass(Letter.a => .b => .c).auto() }.screen == "c")
    }

    @Test("A pass hides its source and all that it held; dismissing it shows them as they were")
    func passing() throws {
        var state = try letters {
            Hold(Letter.a => [.b, .c])
            Pass(Letter.a => .d).dismissable()
        }
        try state.present(.b)
        try state.present(.c)
        try state.present(.d)
        #expect(state.screen == "d")
        #expect(!state.isPresented(.b))
        try state.dismiss(.d)
        #expect(state.screen == "a b c")
    }

    @Test("Two fragments that pass to each other alternate, and the path stays short")
    func alternating() throws {
        var state = try letters { Pass(Letter.a => .b => .a) }
        for _ in 0..<50 {
            try state.present(.b)
            #expect(state.screen == "b")
            try state.present(.a)
            #expect(state.screen == "a")
        }
        #expect(state.path.edges.isEmpty)
    }

    @Test("Of the picks only the newest is presented, and the others keep their subtrees")
    func picking() throws {
        var state = try letters {
            Pick(Letter.a => [.b, .c])
            Hold(Letter.b => .d).dismissable()
        }
        try state.present(.b)
        try state.present(.d)
        try state.present(.c)
        #expect(state.screen == "a c")
        try state.present(.b)
        #expect(state.screen == "a b d")
        #expect(state.picked(among: [.b, .c]) == .b)
        try state.pick(.c, among: [.b, .c])
        #expect(state.picked(among: [.b, .c]) == .c)
        #expect(throws: NavigationError<Letter>.notDismissable(.a => .c)) { try state.pick(nil, among: [.b, .c]) }
    }

    @Test("A hold within a cycle ends: only the target of the last pass is left")
    func holdInACycle() throws {
        var state = try letters {
            Hold(Letter.a => .b)
            Pass(Letter.b => .c => .a)
        }
        try state.present(.b)
        #expect(state.screen == "a b")
        try state.present(.c)
        #expect(state.screen == "a c")
        try state.present(.a)
        #expect(state.screen == "a")
    }

    @Test("An edge is dismissed from its source, the newest first")
    func dismissingAnEdge() throws {
        var state = try letters {
            Hold(Letter.a => [.b, .c])
            Hold([Letter.b, .c] => .p(.any)).dismissable()
        }
        try state.present(.b)
        try state.present(.c)
        try state.present(Letter.b => .p(1))
        try state.present(Letter.c => .p(2))
        #expect(throws: NavigationError<Letter>.notPresented(.p(2))) { try state.dismiss(Letter.b => .p(2)) }
        try state.dismiss(Letter.b => .p(1))
        #expect(state.presented(Letter.p) == [2])
        #expect(throws: NavigationError<Letter>.notPresented(.p(1))) { try state.dismiss(Letter.b => .p(1)) }
        #expect(throws: NavigationError<Letter>.noSegue(.a => .p(1))) { try state.dismiss(Letter.a => .p(1)) }
        #expect(throws: NavigationError<Letter>.notDismissable(.a => .b)) { try state.dismiss(Letter.a => .b) }
    }

    @Test("For each operation, there is a query whether it is possible")
    func canDo() throws {
        let state = try letters {
            Pick(Letter.a => .b).auto().dismissable()
            Pick(Letter.a => .c)
            Hold(Letter.b => .d).tag("more").when(.signedIn, otherwise: .e)
            Hold(Letter.b => .e).tag("less").dismissable()
            Hold(Letter.a => .p(.any)).tag("product", Letter.p)
            Hold(Letter.d => .f)
        }
        let possible: [NavigationCommand<Letter>] = [
            .present(.c), .presentEdge(.a => .c), .presentTag("less"), .forward(),
            .dismiss(.b), .dismissAny(.b), .dismissEdge(.a => .b), .dismissLast, .pick(.c, among: [.b, .c]),
            .pick(.b, among: [.b, .c]), .pick(nil, among: [.b, .c]), .go(.e), .go(.p(3)),
            .replace(PresentedPath([Letter.a => .c])), .setFacts([]), .setStack([], from: .b),
            .presentTag("product", id: 3),
        ]
        for command in possible {
            #expect(state.canPerform(command), "\(command)")
            var copy = state
            #expect(throws: Never.self, "\(command)") { try copy.perform(command) }
        }
        let impossible: [NavigationCommand<Letter>] = [
            .present(.f), .presentEdge(.d => .f), .presentTag("none"), .presentTag("less", id: 3),
            .presentTag("product"), .presentTag("product", id: "three"), .forward(as: .g),
            .dismiss(.c), .dismiss(.p(1)), .dismissAny(.p(1)), .dismissEdge(.a => .c), .dismissTag("less"),
            .pick(.f, among: [.f]), .go(.f), .go(.q(1)), .replace(PresentedPath([Letter.a => .f])),
            .setStack([.c], from: .b),
        ]
        for command in impossible {
            #expect(!state.canPerform(command), "\(command)")
            var copy = state
            #expect(throws: NavigationError<Letter>.self, "\(command)") { try copy.perform(command) }
            #expect(copy == state)
        }
        // A redirected operation is possible, but does not reach its target.
        #expect(!state.canPresent(tag: "more"))
        #expect(!state.canPresent(Letter.b => .d))
    }

    @Test("Picking nothing dismisses the one that is presented, and the one before comes back")
    func pickingNothing() throws {
        var state = try letters { Pick(Letter.a => [.b, .c]).dismissable() }
        try state.pick(.b, among: [.b, .c])
        try state.pick(.c, among: [.b, .c])
        try state.pick(nil, among: [.b, .c])
        #expect(state.picked(among: [.b, .c]) == .b)
    }

    @Test("Another id replaces the one that the same segue held, so that the path stays short")
    func ids() throws {
        var state = try letters { Hold(Letter.a => .p(.any)).dismissable() }
        for id in 0..<1_000 { try state.perform(.present(.p(id))) }
        #expect(state.path.edges.count == 1)
        #expect(state.isPresented(.p(999)))
        #expect(!state.isPresented(.p(998)))
        #expect(state.isAnyPresented(.p(.any)) && !state.isAnyPresented(.q(.any)))
        #expect(state.presented(Letter.p) == [999])
        #expect(state.presented(Letter.q) == [])
    }

    @Test("Several places of one fragment are read as a list; dismissing one leaves the other")
    func severalIDs() throws {
        var state = try letters {
            Hold(Letter.a => [.b, .c])
            Hold([Letter.b, .c] => .p(.any)).dismissable()
        }
        try state.present(.b)
        try state.present(.c)
        try state.present(Letter.b => .p(1))
        try state.present(Letter.c => .p(2))
        #expect(state.presented(Letter.p) == [1, 2])
        try state.dismiss(.p(2))
        #expect(state.presented(Letter.p) == [1])
        #expect(throws: NavigationError<Letter>.notPresented(.p(2))) { try state.dismiss(.p(2)) }
    }

    @Test("Presenting an ancestor returns to it and removes its descendants")
    func returning() throws {
        var state = try letters {
            Pass(Letter.a => .b => .c)
            Pass(Letter.c => .a)
            Hold(Letter.b => .d)
        }
        try state.present(.b)
        try state.present(.d)
        try state.present(.c)
        try state.present(.a)
        #expect(state.path.edges.isEmpty)
        #expect(state.screen == "a")
    }

    @Test("A place stays where it was presented, and can be presented elsewhere as well")
    func twins() throws {
        var state = try letters {
            Hold(Letter.a => [.b, .c]).dismissable()
            Hold([Letter.b, .c] => .d)
        }
        try state.present(.b)
        try state.present(Letter.b => .d)
        try state.present(.c)
        try state.present(Letter.c => .d)
        #expect(state.path.edges.map(\.description) == ["a -> b", "b -> d", "a -> c", "c -> d"])
        try state.dismiss(.c)
        #expect(state.path.edges.map(\.description) == ["a -> b", "b -> d"])
    }

    @Test("A path a, b, c, d dismissed at c leaves a, b")
    func dismissingInTheMiddle() throws {
        var state = try letters { Pass(Letter.a => .b => .c => .d).dismissable() }
        for fragment in [Letter.b, .c, .d] { try state.present(fragment) }
        try state.dismiss(.c)
        #expect(state.path.edges.map(\.description) == ["a -> b"])
        #expect(state.screen == "b")
    }

    @Test("Dismissing takes the newest that can be dismissed and that leads to something presented")
    func dismissingTheLast() throws {
        var state = try letters {
            Hold(Letter.a => .b).dismissable()
            Pass(Letter.b => .c)
            Hold(Letter.a => .d).dismissable().tag("sheet")
        }
        try state.present(.d)
        try state.present(.b)
        try state.present(.c)
        try state.dismiss()
        #expect(state.screen == "a d")
        try state.dismiss(tag: "sheet")
        #expect(state.screen == "a")
        #expect(throws: NavigationError<Letter>.nothingToDismiss) { try state.dismiss() }
        #expect(throws: NavigationError<Letter>.notPresented(.d)) { try state.dismiss(tag: "sheet") }
    }

    @Test("Autos fire on presenting, never on dismissing")
    func autos() throws {
        var state = try letters {
            Pass(Letter.a => .b)
            Hold(Letter.b => .c).auto().dismissable()
            Pass(Letter.b => .d).dismissable()
        }
        try state.present(.b)
        #expect(state.screen == "b c")
        try state.dismiss(.c)
        try state.present(.d)
        try state.dismiss(.d)
        #expect(state.screen == "b")
    }

    @Test("An auto below a held fragment with an id works")
    func autoBelowID() throws {
        var state = try letters {
            Hold(Letter.a => .p(.any))
            Hold(Letter.p(.any) => .c).auto()
        }
        try state.present(.p(7))
        #expect(state.screen == "a c p7")
    }

    @Test("Forward takes the only way on; several are ambiguous, and at a leaf there is none")
    func forward() throws {
        var state = try letters {
            Pass(Letter.a => .b)
            Pass(Letter.b => [.c, .d])
        }
        try state.forward()
        #expect(state.screen == "b")
        #expect(throws: NavigationError<Letter>.ambiguousForward(.b, [.c, .d])) { try state.forward() }
        try state.present(.c)
        let error = #expect(throws: NavigationError<Letter>.self) { try state.forward() }
        #expect(error?.description == "No open segue leads out of c.")
    }

    @Test("A tag refers to the segue with the newest presented source")
    func tags() throws {
        var state = try letters {
            Hold(Letter.a => [.b, .c])
            Hold([Letter.b, .c] => .p(.any)).tag("more", Letter.p).dismissable()
        }
        try state.present(.b)
        try state.present(.c)
        #expect(throws: NavigationError<Letter>.missingID(.p(.any))) { try state.present(tag: "more") }
        try state.present(tag: "more", id: 1)
        #expect(state.path.edges.last?.description == "c -> p1")
        try state.present(tag: "more", id: 1)
        #expect(state.path.edges.count == 3, "a second tap")
        let error = #expect(throws: NavigationError<Letter>.self) { try state.present(tag: "more", id: "x") }
        #expect(error?.description == "p can't be made from the id x: its segue's .tag(_:_:) must accept such an id.")
        #expect(throws: NavigationError<Letter>.unknownTag("none")) { try state.present(tag: "none") }
    }

    @Test("An impossible operation names both ends and changes nothing")
    func errors() throws {
        var state = try letters {
            Pass(Letter.a => .b => .c)
            Hold(Letter.a => .d)
        }
        let before = state
        #expect(throws: NavigationError<Letter>.noWay(to: .c, from: [.a])) { try state.present(.c) }
        #expect(throws: NavigationError<Letter>.unknownFragment(.g)) { try state.present(.g) }
        #expect(throws: NavigationError<Letter>.noSegue(.a => .c)) { try state.present(Letter.a => .c) }
        #expect(throws: NavigationError<Letter>.sourceNotPresented(.b => .c)) { try state.present(Letter.b => .c) }
        #expect(throws: NavigationError<Letter>.entryNotDismissable(.a)) { try state.dismiss(.a) }
        #expect(throws: NavigationError<Letter>.notPresented(.b)) { try state.dismiss(.b) }
        #expect(throws: NavigationError<Letter>.self) { try state.replace(with: [PathEdge(.a => .c)]) }
        #expect(state == before)
        #expect(
            NavigationError<Letter>.noWay(to: .c, from: [.a, .d]).description
                == "No segue leads to c from what is presented (a, d): add one, or use go(to:)."
        )
        #expect(
            NavigationError<Letter>.notDismissable(.a => .b).description
                == "b can't be dismissed: the segue a -> b is not dismissable."
        )
    }

    @Test("go(to:) takes the shortest open path; if there is none, its error names what is presented")
    func go() throws {
        var state = try letters {
            Pass(Letter.a => .b => .c => .p(.any))
            Pass(Letter.a => .e => .p(.any))
            Pass(Letter.p(.any) => .f).when(.signedIn)
        }
        #expect(!state.canGo(to: .f), "it is not specified through which product")
        try state.go(to: .p(7))
        #expect(state.path.description == "a -> e, e -> p7")
        let before = state
        #expect(throws: NavigationError<Letter>.unreachable(.f, from: [.p(7)])) { try state.go(to: .f) }
        #expect(state == before)
        state.set(.signedIn, true)
        try state.go(to: .f)
        #expect(state.screen == "f")
    }

    @Test("go(to:) dismisses what is in the way")
    func goBack() throws {
        var state = try letters {
            Pick(Letter.a => [.b, .c])
            Pass(Letter.b => .d).dismissable()
            Pass(Letter.a => .e).dismissable()
        }
        try state.present(.b)
        try state.present(.d)
        try state.present(.e)
        try state.go(to: .c)
        #expect(state.screen == "a c")
    }

    @Test("go(to:) finds what is below a tab that is away and has something pushed on it")
    func goUnderTab() throws {
        var state = try letters {
            Pick(.a => .b).auto()
            Pick(.a => .c)
            Pass(.b => [.d, .e]).dismissable()
            Pass(.e => .p(0)).dismissable()
        }
        try state.present(.d)
        try state.present(.c)
        try state.go(to: .e)
        #expect(state.screen == "a e")
        try state.present(.c)
        try state.go(to: .e)
        #expect(state.screen == "a e")
        let error = #expect(throws: NavigationError<Letter>.self) { try state.go(to: .f) }
        #expect(error?.description.contains("go(to:)") == false)
    }

    @Test("Held places, and the ancestors of a place")
    func heldAndBelow() throws {
        var state = try letters {
            Hold(.a => .b).dismissable()
            Pass(.b => .p(0) => .q(0)).dismissable()
            Hold(.a => .c).dismissable()
        }
        try state.present(.b)
        try state.present(.p(3))
        try state.present(.q(4))
        #expect(state.presentedPlaces == [.a, .q(4)] && state.heldPlaces == [.b], "b has passed on, but is held")
        #expect(state.places(below: .q(4)) == [.p(3), .b, .a] && state.places(below: .a) == [])
        #expect(state.places(below: .q(4)).compactMap { $0.value(of: Letter.p) }.first == 3)
        try state.present(.c)
        #expect(state.heldPlaces == [.b, .c])
        try state.dismiss(.b)
        #expect(state.heldPlaces == [.c] && state.places(below: .q(4)) == [])
    }
}
