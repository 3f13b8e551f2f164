import AtollLinks
import AtollNavigation
import AtollPages
import Foundation
import LagoonGatekeeper
import LagoonGatekeeperWeb
import LagoonHub
import LagoonHubWeb
import LagoonProducts
import LagoonProductsWeb
import LagoonProfile
import LagoonProfileWeb
import LagoonToday
import LagoonTodayWeb
import Testing

/// Each feature alone, in its own app.
@Suite("Features alone")
struct FeatureTests {
    /// The pages of the places that are presented at a path of a feature.
    private func pages<F: Fragment>(_ feature: Feature<F>, at address: String) async throws -> [Page] {
        let user = PageUser(id: "u", name: "Ada Moreno", roles: ["Sales"])
        let destination = try feature.map.links.destination(for: DeepLink(path: address))
        let state = try NavigationState(feature.map.graph, path: destination.path, facts: PageUser.facts(of: user))
        var pages: [Page] = []
        for place in state.presentedPlaces {
            let context = PageContext(
                place: place, presented: state.presentedPlaces, user: user, facts: state.facts,
                link: LinkDetails(destination), form: nil, current: address, dismissal: nil
            ) { commands, _ in
                var next = state
                for command in commands {
                    guard (try? next.perform(command)) != nil else { return nil }
                }
                return try? feature.map.links.url(for: next.path).path
            }
            pages.append(try await feature.pages.page(context))
        }
        return pages
    }

    @Test("Products: a list in which the chosen product is marked, with the product next to it")
    func products() async throws {
        let feature = try ProductsFeature.feature()
        #expect(feature.map.links.check(against: feature.map.graph).isEmpty)
        let both = try await pages(feature, at: "/products?id=30")
        #expect(both.map(\.title) == ["Products", "Amber Bowl"])
        #expect(both[1].placement == .beside)
        #expect(both[0].body.markup.contains(#"id="product-30" href="/products?id=30" aria-current="true" autofocus"#))
        #expect(both[0].body.markup.components(separatedBy: "<li>").count == 101)
        #expect(both[0].body.markup.contains("1,000 products, 1 to 100"))
        let late = try await pages(feature, at: "/products?id=930")[0].body.markup
        #expect(late.contains("901 to 1,000") && late.contains("id=\"product-930\""))
        let second = try await pages(feature, at: "/products?page=2")[0].body.markup
        #expect(second.contains("101 to 200") && second.contains("id=\"product-101\""))
        for page in ["0", "-1", "11", "9223372036854775807"] {
            #expect(try await pages(feature, at: "/products?page=\(page)")[0].body.markup.contains("<li>"))
        }
        let found = try await pages(feature, at: "/products?search=coral%20LAMP")
        #expect(found[0].body.markup.contains("1 product<"))
        let none = try await pages(feature, at: "/products?search=%3Cb%3E")
        #expect(none[0].body.markup.contains("Nothing found"))
        #expect(none[0].body.markup.contains("value=\"&lt;b&gt;\""))
        for id in ["0", "1001", "-1", "9223372036854775807"] {
            await #expect(throws: PageError.self) { try await pages(feature, at: "/products?id=\(id)") }
        }
        #expect(Product.all.count == 1_000)
        #expect(Set(Product.all.map(\.name)).count == 1_000)
    }

    @Test("Today: the date that was set, and the pages of its cards")
    func today() async throws {
        var options = TodayOptions()
        options.start = { Date(timeIntervalSince1970: 1_795_262_400) }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        options.calendar = calendar
        let feature = try TodayFeature.feature(options)
        #expect(feature.map.links.check(against: feature.map.graph).isEmpty)
        let page = try await pages(feature, at: "/today")[0]
        #expect(page.topic == "today")
        #expect(page.style == "page-home hero-is-plan-introduction")
        #expect(page.body.markup.contains("Saturday 21 November"))
        #expect(page.body.markup.contains("Good afternoon, Ada"))
        #expect(page.body.markup.contains("href=\"/live/evening-run\""))
        #expect(!page.body.markup.contains("debug"), "only the demo has the panel")
        let live = try await pages(feature, at: "/live/evening-run")[0]
        #expect(live.title == "Evening run")
        // Alone, the feature has no player to open.
        #expect(!live.body.markup.contains("Join"))
        #expect(try await pages(feature, at: "/plan")[0].title == "How your plan works")
        #expect(try await pages(feature, at: "/recipe/banana-oats")[0].body.markup.contains("10 minutes"))
        for address in ["/live/x", "/recipe/x"] {
            await #expect(throws: PageError.self) { try await pages(feature, at: address) }
        }
    }

    @Test("Profile: account and settings; the host has the page for mini apps' permissions")
    func profile() async throws {
        let security = Pages<ProfileScreen> { _ in Page("The host's", HTML(markup: "")) }
        let feature = try ProfileFeature.feature(schemes: ["web+dla"], security: security)
        #expect(feature.map.links.check(against: feature.map.graph).isEmpty)
        #expect(try await pages(feature, at: "/profile")[0].body.markup.contains("href=\"/settings\""))
        #expect(try await pages(feature, at: "/account")[0].body.markup.contains("Sales"))
        #expect(
            try await pages(feature, at: "/settings")[0].body.markup.contains(
                "data-register-schemes=\"web+dla\" hidden"))
        #expect(try await pages(feature, at: "/permissions")[0].title == "The host's")
    }

    @Test("Gatekeeper: sign in, register and forgot link to each other, and keep the URL to return to")
    func gatekeeper() async throws {
        let feature = try GatekeeperFeature.feature(superApp: "Reef")
        #expect(feature.map.links.check(against: feature.map.graph).isEmpty)
        for address in ["/sign-in", "/register", "/forgot"] {
            let page = try await pages(feature, at: address + "?return=/products?id=30")[0].body.markup
            #expect(page.contains("name=\"return\" value=\"/products?id=30\""))
            #expect(page.contains("action=\"\(address)\""))
        }
        #expect(try await pages(feature, at: "/sign-in")[0].body.markup.contains("href=\"/register\""))
        #expect(try await pages(feature, at: "/reset?code=abc")[0].body.markup.contains("name=\"code\" value=\"abc\""))
    }

    @Test("Hub: the grid, and a mini app by its id, to which the rest of the URL is passed on")
    func hub() throws {
        let feature = HubFeature.feature(pages: Pages { _ in .nothing })
        #expect(feature.map.links.check(against: feature.map.graph).isEmpty)
        let found = try feature.map.links.destination(
            for: DeepLink(path: "/miniapp/com.example.kudos/pages/give?to=ada"))
        #expect(found.path.description == "hub -> miniApp(com.example.kudos)")
        #expect(found.rest == ["pages", "give"])
        #expect(found.unclaimed == [.init("to", "ada")])
    }
}
