import AtollLinks
import AtollNavigation
import AtollPages
import Testing

@testable import AtollWeb

@Suite("The addresses that pages print are remembered")
struct KnownPlacesTests {
    enum Screen: Fragment {
        case list
        case item(Int)
    }

    private typealias Place = KnownPlace<Screen>

    private static func place() throws -> Place {
        let graph = NavigationGraph(entry: Screen.list) { Pass(.list => .item(.any)) }
        return Place(NavigationState(graph, facts: []), LinkDestination(PresentedPath()))
    }

    private static func step(_ number: Int) -> Place.Step {
        .init(commands: [.present(.item(number))], details: nil)
    }

    @Test("An address is printed once, also one that does not exist, and is kept apart by what is true for the user")
    func once() throws {
        let places = KnownPlaces<Screen>()
        let place = try Self.place()
        places.remember(place, at: "/list", ["signedIn"])
        #expect(places.place(at: "/list", []) == nil)
        #expect(places.place(at: "/list", ["signedIn"]) === place)
        var printed = 0
        for _ in 0..<3 {
            let first = places.address(of: Self.step(1), from: place) {
                printed += 1
                return "/list/1"
            }
            let none = places.address(of: Self.step(2), from: place) {
                printed += 1
                return nil
            }
            #expect(first == "/list/1" && none == nil)
        }
        #expect(printed == 2)
    }

    @Test("Addresses that differ in their bytes alone are different ones")
    func bytes() throws {
        let places = KnownPlaces<Screen>()
        places.remember(try Self.place(), at: "/caf\u{e9}", [])
        #expect(places.place(at: "/cafe\u{301}", []) == nil)
    }

    @Test("However many pages there are, and however many addresses one has, little is kept")
    func limits() throws {
        let places = KnownPlaces<Screen>(limit: 100_000)
        for number in 0..<1_000 { places.remember(try Self.place(), at: "/\(number)", []) }
        #expect(places.count < 50)
        #expect(places.place(at: "/999", []) != nil && places.place(at: "/0", []) == nil)
        let place = try Self.place()
        for number in 0..<10_000 { _ = places.address(of: Self.step(number), from: place) { "/list/\(number)" } }
        #expect(place.cost <= 501_000)
        // The remaining entries are right.
        for number in 0..<10_000 {
            #expect(places.address(of: Self.step(number), from: place) { "/list/\(number)" } == "/list/\(number)")
        }
    }
}
