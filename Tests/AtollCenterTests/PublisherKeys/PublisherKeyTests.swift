import AtollCenterAPI
import AtollPackages
import AtollTestSupport
import Foundation
import SignedJSON
import Testing

@testable import AtollCenter
@testable import AtollCenterDomain

@Suite("Keys that organizations ask for")
struct PublisherKeyTests {
    private static let path = "/v1/organizations/acme/publisher-keys"

    /// A body that asks for keys.
    private static func body(
        _ keys: [PrivateKey], for center: TestCenter, publisher: String = "com.example", repository: SHA256Hash? = nil,
        created: Date = Date(),
        alsoSignedBy others: [PrivateKey] = []
    ) throws -> String {
        let request = PublisherRequest(
            repository: repository ?? center.trust.anchor.repository, publisher: PublisherID(publisher)!,
            keys: keys.map(\.key), created: created)
        let signed = try SignedPublisherRequest(request, signedBy: (keys + others).map(\.signer))
        return try body(String(decoding: signed.encoded, as: UTF8.self))
    }

    private static func body(_ document: String) throws -> String {
        String(
            decoding: JSONValue.object(["document": .string(document), "comment": .string("A new machine.")])
                .readableBytes, as: UTF8.self)
    }

    private static func scene(_ center: TestCenter) async throws -> (ora: String, dev: String, pat: String) {
        try await center.organization("acme", publisher: "com.example")
        try await center.organization("platform")
        return (
            try await center.session("ora", of: "acme", as: [AssignedRole(.organizationAdministrator)]),
            try await center.session("dev", of: "acme", as: [AssignedRole(.developer)]),
            try await center.session("pat", of: "platform", as: [AssignedRole(.platformAdministrator)])
        )
    }

    private static func states(_ center: TestCenter) async throws -> [String] {
        try await center.people.store.read { try $0.keyRequests(of: "acme") }.map(\.state.rawValue)
    }

    @Test("From the question to the keys that count", arguments: BackEnd.allCases)
    func life(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            let (ora, dev, pat) = try await Self.scene(center)
            let (first, second) = (PrivateKey(), PrivateKey())
            let shown = try await center.send("GET", Self.path, as: dev, nil)
            #expect(shown.status == 200 && shown.member("publisher") == "com.example")
            #expect(shown.member("repository") == center.trust.anchor.repository.hex)

            let body = try Self.body([first], for: center)
            #expect(try await center.send("POST", Self.path, as: dev, body).status == 403)
            #expect(try await center.send("POST", Self.path, as: pat, body).status == 403)
            #expect(try await center.send("POST", Self.path, as: center.apiKey, body).status == 404)
            #expect(try await center.send("POST", Self.path, as: ora, body).status == 201)
            // Other keys take the place of those that were asked for.
            let next = try Self.body([second], for: center, alsoSignedBy: [center.trust.publisherKey])
            let asked = try await center.send("POST", Self.path, as: ora, next)
            #expect(asked.status == 201 && asked.member("isConfirmed") == "1")
            #expect(try await Self.states(center).sorted() == ["asked", "withdrawn"])

            let id = try #require(asked.member("id"))
            #expect(try await center.send("GET", "/v1/publisher-keys", as: ora, nil).status == 403)
            let waiting = try await center.send("GET", "/v1/publisher-keys", as: pat, nil)
            #expect(String(decoding: waiting.body, as: UTF8.self).contains(id))
            let one = try await center.send("GET", "/v1/publisher-keys/\(id)", as: pat, nil)
            let document = try #require(one.member("document"))
            let request = try SignedPublisherRequest(parsing: Data(document.utf8)).verified()
            #expect(request.keys.keys.sorted() == [second.key.id])

            try await center.ceremony { ceremony in
                let known = try ceremony.publishers().first { $0.publisher == request.publisher }
                try ceremony.set(request.file(after: known))
            }
            #expect(try await center.send("GET", Self.path, as: dev, nil).member("threshold") == "1")
            #expect(try await Self.states(center).sorted() == ["takenIn", "withdrawn"])
            // It is decided: neither side can change it.
            let late = #"{"reason": "Too late."}"#
            #expect(try await center.send("POST", "/v1/publisher-keys/\(id)/refuse", as: pat, late).status == 409)
            #expect(try await center.send("DELETE", "\(Self.path)/\(id)", as: ora, nil).status == 409)
            let same = try Self.body([second], for: center)
            #expect(try await center.send("POST", Self.path, as: ora, same).member("rule") == "same-keys")
            let actions = try await center.people.store.read {
                try AuditLog.entries(AuditFilter(), before: nil, limit: 100, $0.session).map(\.action)
            }.filter { $0.hasPrefix("publisher:") }
            #expect(
                actions == ["publisher:take-in", "publisher:ask", "publisher:withdraw", "publisher:ask"])
        }
    }

    @Test("A request is refused, or taken back", arguments: BackEnd.sample(1))
    func ends(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            let (ora, _, pat) = try await Self.scene(center)
            let body = try Self.body([PrivateKey()], for: center)
            let asked = try #require(try await center.send("POST", Self.path, as: ora, body).member("id"))
            let refuse = "/v1/publisher-keys/\(asked)/refuse"
            #expect(try await center.send("POST", refuse, as: pat, #"{"reason": "  "}"#).status == 422)
            #expect(try await center.send("POST", refuse, as: ora, #"{"reason": "No."}"#).status == 403)
            #expect(try await center.send("POST", refuse, as: pat, #"{"reason": "Who are you?"}"#).status == 200)
            // The same document again changes nothing: otherwise, an owner of a copy could bring keys back.
            #expect(try await center.send("POST", Self.path, as: ora, body).status == 422)
            let new = try Self.body([PrivateKey()], for: center)
            let again = try #require(try await center.send("POST", Self.path, as: ora, new).member("id"))
            #expect(try await center.send("DELETE", "\(Self.path)/\(again)", as: pat, nil).status == 403)
            #expect(try await center.send("DELETE", "\(Self.path)/\(again)", as: ora, nil).status == 204)
            #expect(try await center.send("DELETE", "\(Self.path)/nothing", as: ora, nil).status == 404)
            #expect(try await Self.states(center).sorted() == ["refused", "withdrawn"])
            let list = try await center.send("GET", Self.path, as: ora, nil)
            #expect(String(decoding: list.body, as: UTF8.self).contains("Who are you?"))
        }
    }

    @Test("What can't be taken in is refused at once", arguments: BackEnd.sample(0))
    func hostile(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            let (ora, _, _) = try await Self.scene(center)
            let (own, other) = (PrivateKey(), PrivateKey())
            let stolen = PublisherRequest(
                repository: center.trust.anchor.repository, publisher: PublisherID("com.example")!,
                keys: [own.key, other.key], created: Date())
            let unsigned = try SignedPublisherRequest(stolen, signedBy: [own.signer]).encoded
            let bodies = [
                try Self.body(String(decoding: unsigned, as: UTF8.self)),
                try Self.body([own], for: center, publisher: "com.other"),
                try Self.body([own], for: center, created: Date() - 100_000),
                try Self.body([own], for: center, created: Date() + 100_000),
                try Self.body([own], for: center, repository: SHA256Hash(of: Data())),
                try Self.body("{}"), try Self.body("not JSON"),
                try Self.body(#"{"request": "AA==", "signatures": []}"#),
            ]
            for body in bodies {
                #expect(try await center.send("POST", Self.path, as: ora, body).status == 422, "\(body.prefix(200))")
            }
            let long = try Self.body(String(repeating: "x", count: SignedPublisherRequest.maximumLength + 1))
            #expect(try await center.send("POST", Self.path, as: ora, long).status == 400)
            let unconfirmed = try await center.session(
                "ora", of: "acme", as: [AssignedRole(.organizationAdministrator)], isConfirmed: false)
            let body = try Self.body([own], for: center)
            #expect(try await center.send("POST", Self.path, as: unconfirmed, body).status == 403)
            #expect(try await Self.states(center).isEmpty)
        }
    }

    @Test(
        "What was signed meanwhile is not recorded as taken back; and nobody asks for ever", arguments: BackEnd.allCases
    )
    func signedMeanwhile(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            let (ora, _, _) = try await Self.scene(center)
            let first = PrivateKey()
            #expect(try await center.send("POST", Self.path, as: ora, Self.body([first], for: center)).status == 201)
            let request = try #require(
                try await center.people.store.read { try $0.keyRequests(of: "acme") }.first?.request)
            try await center.ceremony { try $0.set(request.file(after: nil)) }
            #expect(
                try await center.send("POST", Self.path, as: ora, Self.body([PrivateKey()], for: center)).status == 201)
            #expect(try await Self.states(center).sorted() == ["asked", "takenIn"])
            for _ in 0..<(KeyRequest.maximumPerDay - 2) {
                _ = try await center.send("POST", Self.path, as: ora, Self.body([PrivateKey()], for: center))
            }
            let last = try await center.send("POST", Self.path, as: ora, Self.body([PrivateKey()], for: center))
            #expect(last.status == 409 && last.member("rule") == "too-many")
            // Old ones make room.
            try await center.execute("UPDATE publisher_request SET created = created - 100000")
            try await center.execute(
                """
                INSERT INTO publisher_request (id, organization, document, comment, state, asker, is_confirmed, created, decided)
                SELECT id || '-' || number, organization, document, comment, 'refused', asker, 0, created - number, 1
                FROM publisher_request JOIN (SELECT 1 AS number UNION SELECT 2 UNION SELECT 3) AS numbers ON true
                """)
            #expect(
                try await center.send("POST", Self.path, as: ora, Self.body([PrivateKey()], for: center)).status == 201)
            #expect(try await Self.states(center).count <= KeyRequest.kept)
        }
    }

    @Test("Of two that ask at once, one waits", arguments: BackEnd.allCases)
    func race(_ backEnd: BackEnd) async throws {
        try await TestCenter.run(on: backEnd) { center in
            let (ora, _, _) = try await Self.scene(center)
            let bodies = try (0..<8).map { _ in try Self.body([PrivateKey()], for: center) }
            try await withThrowingTaskGroup(of: Int.self) { group in
                for body in bodies {
                    group.addTask { try await center.send("POST", Self.path, as: ora, body).status }
                }
                for try await status in group { #expect(status == 201) }
            }
            #expect(try await Self.states(center).sorted() == ["asked"] + Array(repeating: "withdrawn", count: 7))
            #expect(try await center.people.store.read { try AuditLog.problems($0.session) }.isEmpty)
        }
    }
}
