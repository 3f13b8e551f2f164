import Foundation
import HTTPTypes
import Hummingbird
import Testing

@testable import AtollWeb

@Suite("Signing in with an app")
struct AppSessionsTests {
    private static let json: HTTPFields = [.contentType: "application/json"]

    private static func member(_ name: String, of response: Response) async throws -> String {
        let text = try await body(of: response)
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        return object?[name] as? String ?? ""
    }

    @Test("An app signs in, gets tokens for the Center with its secret, and signs out")
    func wholeWay() async throws {
        try await TestShell.run { shell in
            let opened = try await shell.send(
                .post, "/app-session", headers: Self.json, body: #"{"name":"ada","password":"right"}"#)
            #expect(opened.status == .created)
            #expect(opened.headers[.setCookie] == nil)
            #expect(opened.headers[.cacheControl] == "no-store")
            let text = try await body(of: opened)
            #expect(text.contains(#""roles":["Sales"]"#))
            let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
            let secret = try #require(object?["session"] as? String)
            let bearer: HTTPFields = [.authorization: "Bearer \(secret)"]
            let token = try await Self.member(
                "token", of: try await shell.send(.post, "/app-session/token", headers: bearer))
            #expect(token.split(separator: ".").count == 3)
            // The secret is not accepted as a cookie.
            let page = try await shell.send(.get, "/hub", headers: [.cookie: "__Host-session=\(secret)"])
            #expect(page.status == .seeOther)
            #expect(try await shell.send(.delete, "/app-session", headers: bearer).status == .noContent)
            #expect(try await shell.send(.post, "/app-session/token", headers: bearer).status == .unauthorized)
        }
    }

    @Test("A browser's session is not accepted as an app's")
    func browser() async throws {
        try await TestShell.run { shell in
            let headers = try await shell.signIn()
            let cookie = try #require(headers[.cookie]?.split(separator: "=").last)
            let answer = try await shell.send(
                .post, "/app-session/token", headers: [.authorization: "Bearer \(cookie)"])
            #expect(answer.status == .unauthorized)
            // With cookies, a request from a page of another site is refused, as everywhere.
            let foreign: HTTPFields = [
                .cookie: headers[.cookie] ?? "", .origin: "https://elsewhere.example", .contentType: "application/json",
            ]
            #expect(
                try await shell.send(
                    .post, "/app-session", headers: foreign, body: #"{"name":"ada","password":"right"}"#
                )
                .status == .forbidden)
        }
    }

    /// All cases share one server.
    private static let refusedCases: [(String, String, Int)] = [
        ("", "application/json", 400), ("{}", "application/json", 400), ("[1]", "application/json", 400),
        (#"{"name":"ada","password":"right"}"#, "text/plain", 400),
        (#"{"name":"ada","password":7}"#, "application/json", 400),
        (#"{"name":"ada","password":"wrong"}"#, "application/json", 401),
        (#"{"name":"\#(String(repeating: "a", count: 5_000))","password":"right"}"#, "application/json", 400),
    ]

    @Test("An invalid sign-in request is refused")
    func refused() async throws {
        try await TestShell.run { shell in
            for (text, type, status) in Self.refusedCases {
                let answer = try await shell.send(.post, "/app-session", headers: [.contentType: type], body: text)
                #expect(Int(answer.status.code) == status, "\(text)")
                #expect(answer.headers[.contentType] == "application/problem+json", "\(text)")
            }
        }
    }

    @Test("After several wrong passwords the user must wait, in an app as in a browser")
    func throttled() async throws {
        try await TestShell.run { shell in
            for _ in 0..<5 {
                _ = try await shell.send(
                    .post, "/app-session", headers: Self.json, body: #"{"name":"ada","password":"wrong"}"#)
            }
            let answer = try await shell.send(
                .post, "/app-session", headers: Self.json, body: #"{"name":"ada","password":"right"}"#)
            #expect(answer.status == .tooManyRequests)
            #expect(answer.headers[.retryAfter] != nil)
            let browser = try await shell.send(
                .post, "/sign-in",
                headers: [.origin: TestShell.origin, .contentType: "application/x-www-form-urlencoded"],
                body: "name=ada&password=right")
            #expect(browser.status == .tooManyRequests, "attempts in apps and browsers count together")
        }
    }

    @Test(
        "Invalid secrets are refused",
        arguments: ["", "Bearer ", "Bearer x", "Basic eDp5", "Bearer " + String(repeating: "a", count: 1_000)])
    func secrets(_ header: String) async throws {
        try await TestShell.run { shell in
            let answer = try await shell.send(.post, "/app-session/token", headers: [.authorization: header])
            #expect(answer.status == .unauthorized)
        }
    }
}
