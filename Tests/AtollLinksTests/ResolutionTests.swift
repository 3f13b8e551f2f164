import AtollLinks
import AtollNavigation
import Testing

@Suite("Where a link leads")
struct ResolutionTests {
    enum Place: Fragment { case start, signIn, dash, news, list, item(Int), sheet, secret }

    private static let map = AppMap(entry: Place.start) {
        Pass(.start => .dash).when(.signedIn, otherwise: .signIn).auto()
        Pass(.start => .signIn).unless(.signedIn, otherwise: .dash)
        Pick(.dash => .news).auto()
        Pick(.dash => .list)
        Hold(.list => .item(.any)).dismissable()
        Hold(.dash => .sheet).dismissable()
        Hold(.dash => .secret).when(.role("Staff"))
    } routes: {
        Route(to: .start) {}
        Route(to: .signIn) {
            PathSegment("sign-in")
            QueryItem(optional: LinkParameter<String>(DeepLink.returnItem))
        }
        Route(to: .news) { PathSegment("news") }
        Route(to: .list) { PathSegment("list") }
        Route(to: .item(.any)) {
            PathSegment("list")
            QueryItem("id", Place.item)
        }
        Route(to: .sheet) { PathSegment("sheet") }
        Route(to: .secret) { PathSegment("secret") }
    }

    private func outcome(_ address: String, _ facts: Set<Fact> = [.signedIn]) throws -> String {
        do throws(ResolutionError<Place>) {
            let link: DeepLink
            do throws(LinkError) { link = try DeepLink(path: address) } catch { throw .link(error) }
            switch try Self.map.resolve(link, facts: facts) {
            case .redirect(let address): return "-> " + address
            case .show(let state, _): return state.presentedPlaces.map { "\($0)" }.joined(separator: " ")
            }
        } catch {
            return error.description
        }
    }

    @Test(
        "Somebody who is signed in sees the place, or the address that says it better",
        arguments: [
            ("/", "-> /news"), ("/news", "dash news"), ("/list?id=3", "dash list item(3)"),
            ("/list?id=3&utm=x", "dash list item(3)"), ("/LIST?id=3", "-> /list?id=3"),
            ("/sheet", "-> /sheet?with=/news"), ("/sheet?with=/list?id=3", "dash list item(3) sheet"),
            ("/sheet?with=/news", "dash news sheet"),
            ("/sign-in", "-> /news"), ("/sign-in?return=/list?id=3", "-> /list?id=3"),
            ("/sign-in?return=//evil.example", "-> /news"), ("/sign-in?return=/nowhere", "-> /news"),
            ("/nowhere", "Nothing was found at \"nowhere\", component 1."),
            ("/list?id=x", "\"x\" in the item \"id\" is not a whole number."),
            ("/sheet?with=/sign-in", "-> /news"),
        ]
    )
    func signedIn(_ address: String, _ expected: String) throws {
        #expect(try outcome(address) == expected)
    }

    @Test(
        "Somebody who is not is led to sign in, with the way back",
        arguments: [
            ("/", "-> /sign-in"), ("/list?id=3", "-> /sign-in?return=/list?id=3"),
            ("/list?id=3&utm=x", "-> /sign-in?return=/list?id=3%26utm=x"),
            ("/sheet?with=/list?id=3", "-> /sign-in?return=/sheet?with=/list?id=3"),
            ("/sign-in?return=/list?id=3", "signIn"),
        ]
    )
    func signedOut(_ address: String, _ expected: String) throws {
        #expect(try outcome(address, []) == expected)
    }

    @Test("A way back that makes an address too long is left out")
    func longReturn() throws {
        let address = "/list?id=3&utm=" + String(repeating: "a", count: 8_100)
        #expect(try outcome(address, []).hasPrefix("-> /sign-in?return=/list"))
        #expect(try outcome(address + String(repeating: "a", count: 70), []) == "-> /sign-in")
    }

    @Test("A condition that leads nowhere else is an error, not a way round")
    func closed() throws {
        let text =
            """
            The segue dash -> secret is closed until its condition is met: role:Staff. Give it a redirect, or change the \
            facts.
            """
        #expect(try outcome("/secret") == text)
        #expect(try outcome("/secret", [.signedIn, .role("Staff")]) == "-> /secret?with=/news")
    }
}
