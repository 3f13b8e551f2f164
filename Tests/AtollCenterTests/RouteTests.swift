import AtollPackages
import AtollTestSupport
import Foundation
import Testing

@testable import AtollCenter
@testable import AtollCenterDomain

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Each row of the table of routes lets in the stated callers, and no others.
@Suite("The Center's routes")
struct RouteTests {
    /// The route's path with its parameters filled in.
    private static func path(_ route: CenterRoute, _ id: String) -> String {
        "/" + route.path.replacing(":id", with: id).replacing(":code", with: "1").replacing(#/:\w+/#, with: "x")
    }

    private static func status(
        _ route: CenterRoute, _ center: TestCenter, id: String = "com.example.kudos", token: String? = nil
    ) async throws -> Int {
        var request = URLRequest(url: try #require(URL(string: path(route, id), relativeTo: center.address)))
        request.httpMethod = route.method.rawValue
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        let (_, response) = try await URLSession.shared.answer(to: request)
        return response.statusCode
    }

    @Test("No two rows have the same method and path", arguments: BackEnd.allCases)
    func unique(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            let rows = center.center.routes.map { "\($0.method) \($0.path)" }
            #expect(Set(rows).count == rows.count)
            #expect(rows.count >= 20)
        }
    }

    @Test(
        "A row for users or keys refuses a request without a token, and one with a made-up token",
        arguments: BackEnd.sample(1))
    func closed(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            for route in center.center.routes where !route.isOpen {
                let without = try await Self.status(route, center)
                let madeUp = try await Self.status(route, center, token: "atoll_00_00")
                #expect(without == 401 && madeUp == 401, "\(route.path)")
            }
        }
    }

    @Test(
        "A row for keys refuses a key with all other scopes, and a key of another publisher",
        arguments: BackEnd.sample(0))
    func scopes(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            let soon = Date().addingTimeInterval(600)
            for route in center.center.routes where !route.scopes.isEmpty {
                let scopes = route.scopes
                let others = Set(APIKeyScope.allCases).subtracting(scopes)
                let wrong = try await center.center.apiKeys.create(
                    for: PublisherID("com.example")!, scopes: others, expires: soon)
                let other = try await Self.status(route, center, token: wrong.text)
                #expect(other == 403, "\(route.path)")
                let stranger = try await center.center.apiKeys.create(
                    for: PublisherID("org.other")!, scopes: Set(scopes), expires: soon)
                let foreign = try await Self.status(route, center, token: stranger.text)
                #expect(foreign == 403, "\(route.path)")
            }
        }
    }

    @Test("A row for super apps refuses those that the Center does not serve", arguments: BackEnd.sample(1))
    func superApps(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            for route in center.center.routes where route.path.contains("superapps") {
                let status = try await Self.status(route, center, id: "com.example.unknown", token: center.apiKey)
                #expect(status == 422, "\(route.path)")
            }
        }
    }

    @Test("Only what any CDN may serve, and the signs of life, are open to anyone", arguments: BackEnd.sample(0))
    func openRows(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            let open = center.center.routes.filter { $0.isOpen }.map(\.path)
            #expect(
                Set(open) == [
                    "live", "ready", "health", "metrics", "v1/trust/metadata/:file", "v1/trust/targets/:folder/:file",
                    "v1/blobs/:digest", "v1/openapi.json",
                    "v1/packs/:digest", "v1/packs/:digest/from/:other",
                ])
        }
    }

    @Test("A row for anyone needs no token", arguments: BackEnd.sample(1))
    func open(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            for route in center.center.routes where route.isOpen {
                let status = try await Self.status(route, center)
                #expect(![401, 403, 500].contains(status), "\(route.path): \(status)")
            }
        }
    }

    @Test("An error that answers HEAD has no body", arguments: BackEnd.sample(0))
    func head(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            for (path, status) in [("health", 405), ("v1/miniapps", 405), ("no/such/path", 404)] {
                var request = URLRequest(url: try #require(URL(string: path, relativeTo: center.address)))
                request.httpMethod = "HEAD"
                let (data, response) = try await URLSession.shared.answer(to: request)
                #expect(response.statusCode == status && data.isEmpty, "\(path)")
            }
        }
    }

    @Test(
        "Without a repository, requests that need one get a 503 that says what to do, and change nothing",
        arguments: BackEnd.sample(1))
    func noRepository(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            try await center.removeRepository()
            let id = MiniAppID("com.example.kudos")!
            for (method, path, body) in [
                ("PUT", "/v1/miniapps/\(id)/access", #"{"roles": ["Sales"]}"#),
                ("PUT", "/v1/superapps/\(TestTrust.superApp)/home", "{}"),
                ("GET", "/v1/superapps/\(TestTrust.superApp)/home", ""),
            ] {
                var request = URLRequest(url: try #require(URL(string: path, relativeTo: center.address)))
                request.httpMethod = method
                request.setValue("Bearer \(center.apiKey)", forHTTPHeaderField: "Authorization")
                if method == "PUT" { request.httpBody = Data(body.utf8) }
                let (data, response) = try await URLSession.shared.answer(to: request)
                #expect(response.statusCode == 503, "\(method) \(path)")
                #expect(String(decoding: data, as: UTF8.self).contains("atoll trust init"), "\(method) \(path)")
            }
            let roles = try await center.center.store.roles(of: id)
            #expect(roles.isEmpty)
        }
    }

    @Test("A character that not every database can store is refused, wherever it is", arguments: BackEnd.allCases)
    func nul(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            for (path, json, subject) in [
                ("/v1/miniapps/com.example.a/details", #"{"tags": ["a\u0000b"]}"#, "tags"),
                ("/v1/miniapps/com.example.a/details", #"{"attributes": {"com.example.super": {"a": "\u0000"}}}"#, "a"),
                ("/v1/miniapps/com.example.a/details", #"{"attributes": {"a\u0000": {}}}"#, "attributes"),
                ("/v1/miniapps/com.example.a/access", #"{"roles": ["a\u0000"]}"#, "roles"),
                ("/v1/superapps/com.example.super/attributes", #"[{"name": "a\u0000", "kind": "text"}]"#, "name"),
            ] {
                let answer = try await center.put(path, json)
                #expect(answer.status == 400 && answer.member("subject") == subject, "\(json)")
            }
            let token = try await center.token()
            for query in [
                "text=a%00b", "tag=%00", "cursor=eyJuYW1lIjoiXHUwMDAwIiwibnVtYmVyIjoxLCJzdGFydCI6MSwidGllciI6MH0",
                "where=%5B%7B%22field%22:%22name%22,%22operator%22:%22equals%22,%22value%22:%22%5Cu0000%22%7D%5D",
            ] {
                let answer = try await center.send("GET", "/v1/miniapps?\(query)", token: token)
                #expect(answer.status == 400, "\(query)")
            }
        }
    }
}
