import AtollTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import AtollWeb

@Suite("The search over everything")
struct SearchTests {
    @Test("It finds what the user may open, and leads there")
    func finds() async throws {
        try await TestShell.run { shell in
            try await shell.center.upload(SampleMiniApp())
            let headers = try await shell.signIn()
            let page = try await body(of: shell.send(.get, "/search?text=sample", headers: headers))
            #expect(page.contains("href=\"/miniapp/com.example.sample\""))
            #expect(
                try await body(of: shell.send(.get, "/search?text=nothing", headers: headers)).contains("Nothing found")
            )
            #expect(try await shell.send(.get, "/search?text=sample").status == .seeOther, "who is not signed in")
        }
    }

    /// All cases share one server.
    private static let decodingCases: [(String, String)] = [
        ("C%2B%2B", "C++"), ("a+b", "a b"), ("%3Cb%3E", "&lt;b&gt;"), ("%22", "&quot;"), ("", ""),
    ]

    @Test("What is typed is decoded once, and shown as it is")
    func decoding() async throws {
        try await TestShell.run { shell in
            for (query, shown) in Self.decodingCases {
                let page = try await body(of: shell.send(.get, "/search?text=\(query)", headers: shell.signIn()))
                #expect(page.contains("value=\"\(shown)\""), "\(query)")
            }
        }
    }

    @Test("A text that is too long is refused, and so are searches without end")
    func limits() async throws {
        try await TestShell.run { shell in
            let headers = try await shell.signIn()
            let long = String(repeating: "x", count: 101)
            #expect(try await shell.send(.get, "/search?text=\(long)", headers: headers).status == .badRequest)
            // All together: even on a slow machine, they come faster than four a second.
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<100 {
                    group.addTask { try await shell.send(.get, "/search?text=a", headers: headers).status.code }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.contains(429) && statuses.count { $0 == 200 } >= 30)
            #expect(try await shell.send(.get, "/hub", headers: headers).status == .ok)
        }
    }

    /// Opens a mini app, as its frame does it: the first launch of a browser is a redirect.
    private static func open(_ id: String, in shell: TestShell, _ headers: HTTPFields) async throws {
        let opened = try await body(of: shell.send(.get, "/miniapp/\(id)", headers: headers))
        let source = try #require(opened.firstMatch(of: #/ src="http:\/\/([^\/"]+)([^"]+)"/#))
        let host = String(source.1)
        let launch = try await shell.send(
            .get, String(source.2).replacing("&amp;", with: "&"), authority: host, headers: [:])
        if let next = launch.headers[.location] {
            _ = try await shell.send(.get, next, authority: host, headers: [:])
        }
    }

    @Test("What is in a mini app is found, and leads to its page; what a package says is only text")
    func contents() async throws {
        try await TestShell.run { shell in
            var sample = SampleMiniApp()
            sample.members["atoll_search"] = "common/search.json"
            sample.files["common/search.json"] = """
                {"entries": [
                  {"title": "Ada <b>Keller</b>", "detail": "Design & more", "words": "Osaka", "page": "pages/detail?id=3&q=a%20b%26c"},
                  {"title": "Osaka", "page": "pages/home"}
                ]}
                """
            try await shell.center.upload(sample)
            let headers = try await shell.signIn()
            let search = "/search?text=osaka"
            // It was never opened: the shell fetches what a search needs.
            var page = ""
            // A machine that is busy takes longer than a search waits; the next one finds it.
            try await until("nothing in mini apps was found") {
                page = try await body(of: shell.send(.get, search, headers: headers))
                return page.contains("In mini apps")
            }
            #expect(page.contains("href=\"/miniapp/com.example.sample/pages/detail?id=3&amp;q=a%20b%26c\""), "\(page)")
            #expect(page.contains("href=\"/miniapp/com.example.sample/pages/home\""))
            #expect(page.contains("Ada &lt;b&gt;Keller&lt;/b&gt;") && page.contains("Sample · Design &amp; more"))
            let (first, second) = (page.range(of: ">Osaka<"), page.range(of: "Ada &lt;"))
            #expect(try #require(first).lowerBound < #require(second).lowerBound, "titles come first")
        }
    }

    @Test("Shelves appear once they hold what is not in sight")
    func shelves() async throws {
        try await TestShell.run { shell in
            func titles(_ page: String) -> [Bool] {
                ["shelf-favourites", "shelf-recent"].map { page.contains("id=\"\($0)\"") }
            }
            for number in 1...8 {
                try await shell.center.upload(SampleMiniApp(id: "com.example.app\(number)", name: "App \(number)"))
            }
            var headers = try await shell.signIn()
            headers[.contentType] = "application/x-www-form-urlencoded"
            _ = try await shell.send(
                .post, "/hub/favourite", headers: headers, body: "id=com.example.app1&favourite=yes&return=/hub")
            #expect(try await titles(body(of: shell.send(.get, "/hub", headers: headers))) == [true, false])
            try await shell.center.upload(SampleMiniApp(id: "com.example.app9", name: "App 9"))
            #expect(try await titles(body(of: shell.send(.get, "/hub", headers: headers))) == [true, false])
            try await Self.open("com.example.app2", in: shell, headers)
            #expect(try await titles(body(of: shell.send(.get, "/hub", headers: headers))) == [true, true])
        }
    }
}
