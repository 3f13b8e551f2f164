import AtollLinks
import AtollNavigation
import AtollPackages
import AtollTestSupport
import Foundation
import LagoonScreens
import Testing

@testable import Lagoon

/// The law for all of Lagoon's routes: a printed link parses to the same destination, and a parsed link prints in
/// exactly one form.
@Suite("Lagoon's links")
struct LagoonLinksTests {
    static func app() throws -> AppMap<LagoonScreen> { LagoonMap.app }

    private static let letters: [Character] = Array("abcXYZ019-._~ äñ水🐠&=?#%+/:@;,'\"<>[]{}|^`$!*()")

    private static func text(_ generator: inout SeededGenerator, isComponent: Bool) -> String {
        while true {
            let length = Int.random(in: 1...12, using: &generator)
            let text = String((0..<length).map { _ in letters.randomElement(using: &generator)! })
            // A URL can't contain a slash in a component, nor text that looks percent-encoded.
            if isComponent, text.contains("/") || text == "." || text == ".." { continue }
            if text.contains(#/%[0-9A-Fa-f]{2}/#) { continue }
            return text
        }
    }

    private static func miniApp(_ generator: inout SeededGenerator) -> MiniAppID {
        while true {
            let parts = (0...2).map { _ in
                String(
                    (0..<Int.random(in: 1...8, using: &generator)).map { _ in
                        "abcdefghijklmnopqrstuvwxyz0123456789-_".randomElement(using: &generator)!
                    })
            }
            if let id = MiniAppID(parts.joined(separator: ".")) { return id }
        }
    }

    @Test("Random values for every route survive printing and parsing", arguments: 0..<30)
    func law(_ number: Int) throws {
        let app = try Self.app()
        guard number < app.links.routes.count else { return }
        let route = app.links.routes[number]
        let seed = UInt64(number) &* 104_729 &+ 7
        var generator = SeededGenerator(seed: seed)
        let listing = app.links.listing[number]
        for round in 0..<TestLength.of(short: 100, long: 10_000) {
            var destination = LinkDestination<LagoonScreen>(PresentedPath(route.edges))
            if listing.values.contains(where: { $0.hasPrefix("id:") }) {
                let text = Self.text(&generator, isComponent: true)
                let miniApp = Self.miniApp(&generator)
                let target: LagoonScreen =
                    switch route.target {
                    case .products: .products(.product(Int.random(in: .min ... .max, using: &generator)))
                    case .hub(.details): .hub(.details(miniApp))
                    case .hub: .hub(.miniApp(miniApp))
                    case .today(.live): .today(.live(text))
                    case .today: .today(.recipe(text))
                    default: .overlay(.player(text))
                    }
                let last = route.edges.count - 1
                var source = route.edges[last].from
                if case .today(.recipe) = source {
                    source = .today(.recipe(text))
                    destination.path.edges[last - 1] = PathEdge(from: route.edges[last - 1].from, to: source)
                }
                destination.path.edges[last] = PathEdge(from: source, to: target)
            }
            for name in ["return", "search", "code"]
            where listing.pattern.contains("{\(name)}") && Bool.random(using: &generator) {
                destination.parameters[LinkParameter<String>(name)] = Self.text(&generator, isComponent: false)
            }
            if listing.pattern.contains("…") {
                destination.rest = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
                    Self.text(&generator, isComponent: true)
                }
                destination.version = Bool.random(using: &generator) ? "2.0.1" : nil
            }
            if Bool.random(using: &generator) { destination.fragment = Self.text(&generator, isComponent: false) }
            let context: Comment = "seed \(seed), round \(round), \(listing.pattern)"
            let link = try app.links.link(for: destination)
            let read = try app.links.destination(for: DeepLink(path: link.path))
            #expect(read == destination, context)
            #expect(try app.links.link(for: read).path == link.path, context)
            // With a custom scheme or an origin, it is the same link.
            guard round % 50 == 0 else { continue }
            let addresses = LinkAddresses(schemes: ["dla"], origins: ["https://lagoon.example"])
            for url in [link.url(scheme: "dla"), link.url(origin: "https://lagoon.example")] {
                #expect(try DeepLink(url, at: addresses) == link, context)
            }
        }
    }

    @Test("The law covers every route, and every place where navigation can stop has a route")
    func complete() throws {
        let app = try Self.app()
        #expect(app.links.routes.count <= 30)
        #expect(app.links.check(against: app.graph).isEmpty)
        #expect(
            app.graph.check().filter { $0.reason == .unreachable || $0.reason == .deadEnd }.map(\.description) == []
        )
    }

    @Test("Every screen of a walk has a URL that leads back to it")
    func walk() throws {
        let app = try Self.app()
        for facts in [[], [.signedIn], [.signedIn, .role("Sales")]] as [Set<Fact>] {
            var state = NavigationState(app.graph, facts: facts)
            for step in state.transitions(showing: Self.sample) {
                try state.perform(step)
                let link = try app.links.url(for: state.path)
                guard case .show(let shown, _) = try app.resolve(link, facts: facts) else {
                    Issue.record("\(link) leads elsewhere")
                    continue
                }
                #expect(Set(shown.presentedPlaces) == Set(state.presentedPlaces), "\(link)")
            }
        }
    }

    private static func sample(_ screen: LagoonScreen) -> LagoonScreen {
        switch screen {
        case .products(.product): .products(.product(30))
        case .today(.live): .today(.live("evening-run"))
        case .today(.recipe): .today(.recipe("lagoon-bowl"))
        case .overlay(.player): .overlay(.player("evening-run"))
        case .hub(.details): MiniAppID("com.example.kudos").map { .hub(.details($0)) } ?? screen
        case .hub(.miniApp): MiniAppID("com.example.kudos").map { .hub(.miniApp($0)) } ?? screen
        default: screen
        }
    }

    @Test(
        "The links that the sample opens",
        arguments: [
            ("dla://Products?id=30", "/products?id=30"), ("dla://Settings", "/settings"), ("dla://Profile", "/profile"),
            ("https://lagoon.example/products?id=30", "/products?id=30"),
            (
                "miniapp://com.example.kudos;version=2/pages/feed?to=ada#top",
                "/miniapp/com.example.kudos;version=2/pages/feed#top"
            ),
        ]
    )
    func sample(_ url: String, _ path: String) throws {
        let app = try Self.app()
        let addresses = LinkAddresses(schemes: ["dla"], origins: ["https://lagoon.example"])
        let destination = try app.links.destination(for: DeepLink(url, at: addresses))
        #expect(try app.links.link(for: destination).path == path)
    }
}
