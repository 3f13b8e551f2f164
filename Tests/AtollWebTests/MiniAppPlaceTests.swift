import AtollPackages
import AtollTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import AtollWeb

/// The addresses that the shell writes for pages of web apps, and reads after a reload.
@Suite("Which page of a web app a link leads to")
struct MiniAppPlaceTests {
    private static let id = "com.example.sample"

    private static var webApp: SampleMiniApp {
        var sample = SampleMiniApp()
        sample.members["atoll_compat"] = ["kind": "web"]
        sample.files["web/index.html"] = "<p>first"
        sample.files["web/docs/index.html"] = "<p>docs"
        return sample
    }

    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }

    /// Where the frame begins, without its ticket.
    private static func frame(_ shell: TestShell, _ address: String, _ headers: HTTPFields) async throws -> String {
        let link = try TestShell.launchLink(in: await body(of: shell.send(.get, address, headers: headers)))
        let fragment = link.drop { $0 != "#" }
        return try #require(LaunchTickets.ticket(in: link)?.address) + fragment
    }

    @Test("What a link can't name as it is stands whole in one item, and comes back as it was")
    func whole() async throws {
        try await TestShell.run { shell in
            try await shell.center.upload(Self.webApp)
            let ada = try await shell.signIn("ada")
            let places = [
                "/a%2Fb", "/list?with=/hub", "/list?return=/today&q={x}", "/list?flag", "/list?q=a+b", "/list/",
                "/?f=a|b&&c", "/50%25?q=50%", "/%E4%B8%AD?q=%E9t%E9", "/docs/?a=1",
                "/#/list?x=1", "/list?a=1#b#c", "/users/ada.lovelace", "/release/1.2",
            ]
            for place in places {
                let address = "/miniapp/\(Self.id)?\(MiniAppPlace.item)=\(Self.encoded(place))"
                #expect(try await Self.frame(shell, address, ada) == place, "\(place)")
            }
        }
    }

    @Test("A path of two slashes stays on the mini app's own site")
    func twoSlashes() async throws {
        try await TestShell.run { shell in
            try await shell.center.upload(Self.webApp)
            let ada = try await shell.signIn("ada")
            let address = "/miniapp/\(Self.id)?\(MiniAppPlace.item)=\(Self.encoded("//evil.example/x"))"
            let link = try TestShell.launchLink(in: await body(of: shell.send(.get, address, headers: ada)))
            #expect(link.hasPrefix("/.//evil.example/x?"))
            // As a browser sends it. The answer leads to the page again, as it does when another user was here before.
            let launch = try await shell.follow(String(link.dropFirst(2)), of: Self.id)
            let location = try #require(launch.answers.first?.headers[.location])
            #expect(location.hasPrefix("/.//evil.example/x?"))
        }
    }

    @Test(
        "What is no place of the mini app is refused",
        arguments: [
            ("", 400), ("list", 400), ("https://evil.example/", 400), ("/\\evil.example", 400), ("/a b", 400),
            ("/a#b c", 400), ("#b", 400), ("?b", 400), ("/caf\u{e9}", 400), ("/none.js", 404),
            ("/" + String(repeating: "a", count: 2_048), 400), ("/../web/none.html", 404),
        ])
    func refused(place: String, status: Int) async throws {
        try await TestShell.run { shell in
            try await shell.center.upload(Self.webApp)
            let ada = try await shell.signIn("ada")
            let address = "/miniapp/\(Self.id)?\(MiniAppPlace.item)=\(Self.encoded(place))"
            #expect(try await shell.send(.get, address, headers: ada).status.code == status)
        }
    }

    @Test("A folder's page is found behind the slash: the shell's link leads there, and so does a request")
    func folders() async throws {
        try await TestShell.run { shell in
            try await shell.center.upload(Self.webApp)
            let ada = try await shell.signIn("ada")
            #expect(try await Self.frame(shell, "/miniapp/\(Self.id)/docs", ada) == "/docs/")
            let launch = try await shell.launch("/miniapp/\(Self.id)", of: Self.id, ada)
            let moved = try await shell.send(
                .get, "/docs?a=1&b=%2F", authority: launch.authority, headers: launch.cookies)
            #expect(moved.status == .movedPermanently && moved.headers[.location] == "/docs/?a=1&b=%2F")
            #expect(moved.headers[.cacheControl] == "no-store")
            let page = try await body(
                of: shell.send(.get, "/docs/", authority: launch.authority, headers: launch.cookies))
            #expect(page.hasSuffix("<p>docs"))
            let stranger = try await shell.send(.get, "/docs", authority: launch.authority)
            #expect(stranger.status == .notFound)
        }
    }
}
