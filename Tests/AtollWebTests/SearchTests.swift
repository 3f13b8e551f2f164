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

    @Test(
        "What is typed is decoded once, and shown as it is",
        arguments: [("C%2B%2B", "C++"), ("a+b", "a b"), ("%3Cb%3E", "&lt;b&gt;"), ("%22", "&quot;"), ("", "")])
    func decoding(_ query: String, _ shown: String) async throws {
        try await TestShell.run { shell in
            let page = try await body(of: shell.send(.get, "/search?text=\(query)", headers: shell.signIn()))
            #expect(page.contains("value=\"\(shown)\""))
        }
    }

    @Test("A text that is too long is refused, and so are searches without end")
    func limits() async throws {
        try await TestShell.run { shell in
            let headers = try await shell.signIn()
            let long = String(repeating: "x", count: 101)
            #expect(try await shell.send(.get, "/search?text=\(long)", headers: headers).status == .badRequest)
            var statuses: [Int] = []
            for _ in 0..<60 {
                statuses.append(try await shell.send(.get, "/search?text=a", headers: headers).status.code)
            }
            #expect(statuses.contains(429) && statuses.prefix(30).allSatisfy { $0 == 200 })
            #expect(try await shell.send(.get, "/hub", headers: headers).status == .ok)
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
            // Opened, as its frame does it: the first launch of a browser is a redirect.
            let opened = try await body(of: shell.send(.get, "/miniapp/com.example.app2", headers: headers))
            let source = try #require(opened.firstMatch(of: #/ src="http:\/\/([^\/"]+)([^"]+)"/#))
            let host = String(source.1)
            let launch = try await shell.send(
                .get, String(source.2).replacing("&amp;", with: "&"), authority: host, headers: [:])
            if let next = launch.headers[.location] {
                _ = try await shell.send(.get, next, authority: host, headers: [:])
            }
            #expect(try await titles(body(of: shell.send(.get, "/hub", headers: headers))) == [true, true])
        }
    }
}
