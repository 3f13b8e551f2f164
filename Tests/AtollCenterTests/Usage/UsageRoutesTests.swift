import AtollCenterAPI
import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@testable import AtollCenter

@Suite("Usage over HTTP")
struct UsageRoutesTests {
    private static func report(_ id: Character, _ opens: Int) -> String {
        let day = Int(Date().timeIntervalSince1970) / 86_400
        return """
            {"id": "\(String(repeating: id, count: 32))", "platform": "web", "rows": [
                {"day": \(day), "miniApp": "com.example.kudos", "code": 1, "counts": {"opens": \(opens), "starts": 2},
                 "messages": {"x is undefined": 3}}]}
            """
    }

    @Test("A host sends, its mini app's developers read", arguments: BackEnd.allCases)
    func reads(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            try await center.upload(SampleMiniApp(id: "com.example.kudos"))
            let token = try await center.token()
            for id in ["a", "b", "b"] as [Character] {
                let sent = try await center.send(
                    "POST", "/v1/reports", token: token, body: Data(Self.report(id, 5).utf8))
                #expect(sent.status == 204)
            }
            try await center.organization("example", publisher: "com.example")
            try await center.organization("other", publisher: "com.other")
            let dev = try await center.session("dev", of: "example", as: [AssignedRole(.developer)])
            let stranger = try await center.session("eve", of: "other", as: [AssignedRole(.developer)])
            let path = "/v1/usage/miniapps/com.example.kudos"
            let answer = try await center.send("GET", path, as: dev, nil)
            let text = String(decoding: answer.body, as: UTF8.self)
            #expect(
                answer.status == 200 && text.contains(#""count":10"#) && text.contains(#""fewerThan":5"#), "\(text)")
            #expect(!text.contains(#""count":4"#))
            let errors = try await center.send("GET", path + "/errors", as: dev, nil)
            #expect(String(decoding: errors.body, as: UTF8.self).contains("x is undefined"))
            #expect(try await center.send("GET", path, as: stranger, nil).status == 404)
            #expect(try await center.send("GET", path + "/errors", as: stranger, nil).status == 404)
            #expect(try await center.send("GET", path, as: nil, nil).status == 401)
            for query in ["?from=x", "?from=2026-01-01&to=2025-01-01", "?from=2000-01-01", "?code=0", "?to=2026-02-30"]
            {
                let status = try await center.send("GET", path + query, as: dev, nil).status
                #expect(status == (query == "?code=0" ? 400 : 422), "\(query)")
            }
        }
    }

    @Test("Reports of new accounts do not help to hold a release", arguments: BackEnd.allCases)
    func newAccounts(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            try await center.upload(SampleMiniApp(id: "com.example.kudos"))
            let id = try #require(MiniAppID("com.example.kudos"))
            // Only what belongs to a super app has releases that can be held.
            try await center.organization("owner")
            let superApp = try #require(MiniAppID(TestTrust.superApp))
            _ = try await center.people.store.change(by: .operator) {
                try $0.createSuperApp(superApp, name: "Super", organization: "owner", by: .operator)
            }
            try await center.execute("UPDATE mini_app SET super_app = '\(superApp)'")
            for (user, scope, starts) in [("new", "new-account", 0), ("old", nil, 2)] as [(String, String?, Int)] {
                let token = try await center.token(of: user, scope: scope)
                let body = Data(Self.report(user == "new" ? "a" : "b", 5).utf8)
                #expect(try await center.send("POST", "/v1/reports", token: token, body: body).status == 204)
                #expect(try await center.people.store.read { try $0.starts(of: 1, of: id).starts } == starts)
            }
        }
    }

    @Test("Hostile reports are refused, and floods are slowed down")
    func hostile() async throws {
        try await TestCenter.run { center in
            try await center.upload(SampleMiniApp(id: "com.example.kudos"))
            func send(_ body: String, token: String?) async throws -> Int {
                try await center.send("POST", "/v1/reports", token: token, body: Data(body.utf8)).status
            }
            #expect(try await send(Self.report("a", 5), token: nil) == 401)
            #expect(try await send(Self.report("a", 5), token: center.apiKey) == 401)
            let token = try await center.token()
            let good = Self.report("a", 5)
            for (bad, status) in [
                ("", 400), ("{", 400), ("[]", 400), (good.replacing("opens", with: "evil"), 422),
                (good.replacing("5", with: "0"), 422),
            ] {
                let found = try await send(bad, token: token)
                #expect(found == status || found == 422, "\(bad.prefix(40)): \(found)")
            }
            // Those count as well: a device has no reason to send so many.
            #expect(try await send(good, token: token) == 429)
            let long = String(repeating: " ", count: 1_100_000)
            let shell = try await center.token(scope: "reports")
            #expect(try await send(good + long, token: shell) == 413)
            for _ in 0..<20 { #expect(try await send(good, token: shell) == 204) }
        }
    }
}
