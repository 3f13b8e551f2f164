import AtollCenterAPI
import AtollPackages
import AtollTestSupport
import Foundation
import SQLStatements
import Testing

@testable import AtollCenter
@testable import AtollCenterDomain

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Requests that are sent again")
struct IdempotencyTests {
    private struct Reply: Sendable {
        let status: Int
        let body: String
        let isReplayed: Bool
    }

    private static func post(
        _ center: TestCenter, _ path: String, as token: String, _ json: String, key: String
    ) async throws -> Reply {
        var request = URLRequest(url: try #require(URL(string: center.address.absoluteString + path)))
        request.httpMethod = "POST"
        request.httpBody = Data(json.utf8)
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        request.setValue(key, forHTTPHeaderField: "Idempotency-Key")
        let (data, http) = try await URLSession.shared.answer(to: request)
        return Reply(
            status: http.statusCode, body: String(decoding: data, as: UTF8.self),
            isReplayed: http.value(forHTTPHeaderField: "Idempotency-Replayed") == "true")
    }

    private static let path = "/v1/organizations/acme/invitations"

    private static func invitation(_ name: String) -> String {
        #"{"email": "\#(name)@example.com", "roles": [{"role": "auditor"}]}"#
    }

    @Test("The same request with the same key is carried out once, and answered twice", arguments: BackEnd.allCases)
    func once(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            try await center.organization("acme", publisher: "com.acme")
            let administrator = AssignedRole(.organizationAdministrator)
            let ada = try await center.session("ada", of: "acme", as: [administrator])
            let bob = try await center.session("bob", of: "acme", as: [administrator])
            let first = try await Self.post(center, Self.path, as: ada, Self.invitation("eve"), key: "one")
            let again = try await Self.post(center, Self.path, as: ada, Self.invitation("eve"), key: "one")
            #expect(first.status == 201 && !first.isReplayed)
            #expect(again.status == 201 && again.isReplayed && again.body == first.body)
            #expect(try center.mails().count == 1)
            // With another key, it is another request, which is refused: she is invited.
            let other = try await Self.post(center, Self.path, as: ada, Self.invitation("eve"), key: "two")
            #expect(other.status == 409)
            // The same key for another request is a mistake; the same key of another caller is separate.
            #expect(try await Self.post(center, Self.path, as: ada, Self.invitation("kim"), key: "one").status == 422)
            let theirs = try await Self.post(center, Self.path, as: bob, Self.invitation("kim"), key: "one")
            #expect(theirs.status == 201 && !theirs.isReplayed)
            // A refused request changed nothing, and may be sent again.
            try await center.send(
                "DELETE", Self.path + "/" + Self.id(first.body), as: ada, nil)
            #expect(try await Self.post(center, Self.path, as: ada, Self.invitation("eve"), key: "two").status == 201)
            for key in ["a b", String(repeating: "x", count: 201)] {
                let refused = try await Self.post(center, Self.path, as: ada, Self.invitation("max"), key: key)
                #expect(refused.status == 400 && refused.body.contains("idempotency-key"), "\(key)")
            }
        }
    }

    @Test("An answer with a secret is not stored, and nothing is done twice", arguments: BackEnd.sample(1))
    func secrets(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            try await center.organization("acme", publisher: "com.acme")
            let ada = try await center.session("ada", of: "acme", as: [AssignedRole(.organizationAdministrator)])
            let path = "/v1/organizations/acme/keys"
            let body = #"{"name": "CI", "scopes": ["publish"]}"#
            let made = try await Self.post(center, path, as: ada, body, key: "k")
            let again = try await Self.post(center, path, as: ada, body, key: "k")
            #expect(made.status == 201 && again.status == 409 && again.body.contains("idempotency-key"))
            let (keys, stored) = try await center.people.store.read { view in
                let rows = try view.session.rows("SELECT body FROM idempotent_request")
                return (try view.keys(of: "acme").count, try rows.map { try $0.data(0).count })
            }
            #expect(keys == 1 && stored == [0])
        }
    }

    @Test("Passwords, codes and requests of anyone are not recorded", arguments: BackEnd.sample(0))
    func notRecorded(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            try await center.organization("acme", publisher: "com.acme")
            let ada = try await center.session("ada", of: "acme", as: [AssignedRole(.organizationAdministrator)])
            for _ in 0..<2 {
                // Whether there is an account or not, the second answer is the first.
                for name in ["ada", "nobody"] {
                    let body = #"{"email": "\#(name)@example.com"}"#
                    let reply = try await Self.post(center, "/v1/password/reset", as: ada, body, key: name)
                    #expect(reply.status == 202 && !reply.isReplayed)
                }
                let wrong = #"{"password": "not the password"}"#
                #expect(try await Self.post(center, "/v1/session/sudo", as: ada, wrong, key: "s").status == 401)
            }
            #expect(try await center.failures(2))
            #expect(try await Self.recorded(center) == 0)
        }
    }

    @Test(
        "If sending the mail fails after the change, a repeated request gets the same answer",
        arguments: BackEnd.sample(1))
    func mail(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            try await center.organization("acme", publisher: "com.acme")
            let ada = try await center.session("ada", of: "acme", as: [AssignedRole(.organizationAdministrator)])
            let outbox = center.directory.url.appending(path: "outbox")
            try Data().write(to: outbox)
            let first = try await Self.post(center, Self.path, as: ada, Self.invitation("eve"), key: "m")
            let again = try await Self.post(center, Self.path, as: ada, Self.invitation("eve"), key: "m")
            #expect(first.status == 503 && again.status == 503 && again.isReplayed && again.body == first.body)
            // A sender has so many a day.
            for number in 1..<IdempotentRequest.maximumCount {
                let next = try Self.request("n\(number)", of: AuditActor(.user, "ada", via: .api))
                try await center.people.store.change(by: .operator) { try $0.record(next) }
            }
            #expect(try await Self.post(center, Self.path, as: ada, Self.invitation("kim"), key: "new").status == 429)
        }
    }

    @Test("Of many claims of one request, one transaction has it, and what comes after the handler has none")
    func claims() async throws {
        try await PeopleBench.run(on: .sqlite) { bench in
            let request = try Self.request("k")
            let claim = Claim(request)
            try await IdempotentRequest.$current.withValue(claim) {
                await #expect(throws: ActionError.lastAdministrator) {
                    try await bench.store.change(by: .operator) { _ in throw ActionError.lastAdministrator }
                }
                // Refused, it is open again; the second of two transactions records nothing.
                for _ in 0..<2 { try await bench.store.change(by: .operator) { _ in } }
                let other = Claim(request)
                await #expect(throws: RepeatedRequest.self) {
                    try await IdempotentRequest.$current.withValue(other) {
                        try await bench.store.change(by: .operator) { _ in }
                    }
                }
                #expect(!other.end())
            }
            #expect(claim.end() && !claim.end())
            let late = Claim(try Self.request("late"))
            #expect(!late.end() && !late.take())
        }
    }

    private static func request(_ key: String, of sender: AuditActor = .operator) throws -> IdempotentRequest {
        try #require(
            IdempotentRequest(key: key, sender: sender, method: "POST", path: "/x", body: Data("{}".utf8)))
    }

    private static func recorded(_ center: TestCenter) async throws -> Int {
        try await center.people.store.read { try $0.session.rows("SELECT 1 FROM idempotent_request").count }
    }

    @Test("Of many at once, one is carried out", arguments: BackEnd.allCases)
    func many(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            try await center.organization("acme", publisher: "com.acme")
            let ada = try await center.session("ada", of: "acme", as: [AssignedRole(.organizationAdministrator)])
            let replies = try await withThrowingTaskGroup(of: Reply.self) { group in
                for _ in 0..<10 {
                    group.addTask {
                        try await Self.post(center, Self.path, as: ada, Self.invitation("eve"), key: "same")
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(replies.filter { $0.status == 201 && !$0.isReplayed }.count == 1)
            // A repeated request before the first answer learns that it is in progress.
            #expect(replies.allSatisfy { $0.status == 201 || $0.status == 409 })
            #expect(try center.mails().count == 1)
        }
    }

    @Test("A key is remembered for a day", arguments: BackEnd.sample(1))
    func lifetime(_ backEnd: BackEnd) async throws {
        try await PeopleBench.run(on: backEnd) { bench in
            let request = try Self.request("k")
            let record = { @Sendable in try await bench.store.change(by: .operator) { try $0.record(request) } }
            try await record()
            await #expect(throws: RepeatedRequest(isSame: true, status: nil, body: Data())) { try await record() }
            bench.wait(Double(IdempotentRequest.lifetime))
            try await record()
            try await bench.store.change(by: .operator) { try $0.store(200, Data("{}".utf8), of: request) }
            #expect(try await bench.store.read { try $0.recorded(request) }?.status == 200)
            bench.wait(Double(IdempotentRequest.lifetime))
            try await bench.store.change(by: .operator) { try $0.endWhatHasExpired() }
            let left = try await bench.store.read { try $0.session.rows("SELECT 1 FROM idempotent_request").count }
            #expect(left == 0)
        }
    }

    private static func id(_ json: String) -> String {
        let object = try? JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        return object?["id"] as? String ?? ""
    }
}
