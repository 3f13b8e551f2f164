import AtollPackages
import AtollTestSupport
import Foundation
import JWTKit
import Testing

@testable import AtollCenter

@Suite("The catalog's routes")
struct CatalogRoutesTests {
    private static func fill(_ center: TestCenter) async throws {
        try await center.upload(SampleMiniApp(id: "com.example.b", name: "beta"))
        try await center.upload(SampleMiniApp(id: "com.example.a", name: "Alpha"))
        let access = try await center.send(
            "PUT", "/v1/miniapps/com.example.sales/access", token: center.apiKey,
            body: Data(#"{"roles":["Sales"]}"#.utf8)
        )
        #expect(access.status == 204)
        try await center.upload(SampleMiniApp(id: "com.example.sales", name: "Closing"))
    }

    private static func page(_ answer: TestCenter.Answer) throws -> MiniAppListingPage {
        try JSONDecoder.center.decode(MiniAppListingPage.self, from: answer.body)
    }

    @Test(
        "Without the role, a mini app does not exist: neither in a list, nor in its count, nor by its id",
        arguments: BackEnd.allCases)
    func roles(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            try await Self.fill(center)
            let plain = try await center.token(roles: ["Support"])
            let sales = try await center.token(roles: ["Sales"])
            let few = try Self.page(try await center.send("GET", "/v1/miniapps", token: plain))
            #expect(few.items.map(\.name) == ["Alpha", "beta"])
            #expect(few.total == 2)
            let all = try Self.page(try await center.send("GET", "/v1/miniapps", token: sales))
            #expect(all.items.map(\.name) == ["Alpha", "beta", "Closing"])
            #expect(all.total == 3)
            let hidden = try await center.send("GET", "/v1/miniapps/com.example.sales", token: plain)
            let absent = try await center.send("GET", "/v1/miniapps/com.example.salez", token: plain)
            #expect(hidden.status == 404)
            #expect(absent.status == 404)
            #expect(
                hidden.member("detail")?.replacingOccurrences(of: "sales", with: "")
                    == absent.member("detail")?.replacingOccurrences(of: "salez", with: "")
            )
            #expect(try await center.send("GET", "/v1/miniapps/com.example.sales", token: sales).status == 200)
        }
    }

    @Test("Pages begin at start and have up to count items; 0 means the maximum", arguments: BackEnd.sample(1))
    func pages(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            for number in 1...7 {
                try await center.upload(SampleMiniApp(id: "com.example.n\(number)", name: "N\(number)"))
            }
            let token = try await center.token()
            func names(_ query: String) async throws -> [String] {
                let page = try Self.page(try await center.send("GET", "/v1/miniapps\(query)", token: token))
                #expect(page.total == 7)
                return page.items.map(\.name)
            }
            #expect(try await names("") == (1...7).map { "N\($0)" })
            #expect(try await names("?start=2&count=3") == ["N3", "N4", "N5"])
            #expect(try await names("?start=5") == ["N6", "N7"])
            #expect(try await names("?start=7&count=0") == [])
            #expect(try await names("?start=10000") == [])
        }
    }

    /// All cases share one server.
    private static let badQueriesCases: [(String, String)] = [
        ("start=-1", "start"), ("start=x", "start"), ("start=1.5", "start"), ("start=", "start"),
        ("count=-1", "count"), ("count=99999999999999999999", "count"), ("start=%00", "start"),
    ]

    @Test("An invalid query is refused, and the error names the parameter")
    func badQueries() async throws {
        try await TestCenter.run { center in
            for (query, subject) in Self.badQueriesCases {
                let answer = try await center.send("GET", "/v1/miniapps?\(query)", token: try await center.token())
                #expect(answer.status == 400, "\(query)")
                #expect(answer.member("subject") == subject, "\(query)")
            }
        }
    }

    @Test("A token that is missing, forged, expired or for another audience is refused", arguments: BackEnd.sample(0))
    func tokens(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            let good = try await center.token()
            let parts = good.split(separator: ".")
            let none = Data(#"{"alg":"none","typ":"JWT"}"#.utf8).base64EncodedString().replacingOccurrences(
                of: "=", with: "")
            let tokens: [String?] = [
                nil, "", "x", "a.b.c", good + "x", center.apiKey, "\(parts[0]).\(parts[1]).", "\(none).\(parts[1]).",
                try await center.token(expires: Date().addingTimeInterval(-65)),
                try await center.token(issuer: "http://other.test"),
                try await center.token(audience: "somebody-else"),
                try await center.token(roles: ["Sales"], signedBy: ES256PrivateKey()),
                String(repeating: "a", count: 20_000),
            ]
            for token in tokens {
                let answer = try await center.send("GET", "/v1/miniapps", token: token)
                #expect(answer.status == 401)
                #expect(answer.headers["www-authenticate"] == "Bearer")
            }
            #expect(try await center.send("GET", "/v1/miniapps", token: good).status == 200)
        }
    }

    @Test("Invalid ids, blobs and paths are client errors, never crashes", arguments: BackEnd.sample(1))
    func badPaths(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            let token = try await center.token()
            #expect(try await center.send("GET", "/v1/miniapps/Kudos", token: token).status == 400)
            #expect(try await center.send("GET", "/v1/miniapps/%20com.example.a", token: token).status == 400)
            #expect(try await center.send("GET", "/v1/blobs/..%2f..%2fcenter.sqlite").status == 400)
            #expect(try await center.send("GET", "/v1/blobs/\(String(repeating: "0", count: 64))").status == 404)
            let nothing = try await center.send("GET", "/v1/nothing")
            #expect(nothing.status == 404)
            #expect(nothing.headers["content-type"] == "application/problem+json")
        }
    }

    @Test("Roles must be a short list of non-empty names", arguments: BackEnd.sample(0))
    func badAccess(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            let many = (0..<51).map { #""r\#($0)""# }.joined(separator: ",")
            // A member that is misspelled or given twice must not be taken for one that was left out.
            let bodies = [
                "", "[]", #"{"roles":"Sales"}"#, #"{"roles":[""]}"#, #"{"roles":[\#(many)]}"#,
                #"{"roles":[],"minimumhost":"99"}"#, #"{"roles":["Sales"],"roles":[]}"#,
            ]
            for body in bodies {
                let answer = try await center.send(
                    "PUT", "/v1/miniapps/com.example.a/access", token: center.apiKey, body: Data(body.utf8)
                )
                #expect(answer.status == 400)
            }
            #expect(try await center.center.store.roles(of: MiniAppID("com.example.a")!).isEmpty)
        }
    }

    @Test("The Center reports its health", arguments: BackEnd.sample(1))
    func health(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            let answer = try await center.send("GET", "/health")
            #expect(answer.status == 200)
            #expect(answer.member("status") == "ok")
        }
    }
}
