import AtollCenterAPI
import AtollCredentials
import AtollPackages
import AtollTestSupport
import Foundation
import NIOConcurrencyHelpers
import SQLStatements

@testable import AtollCenter
@testable import AtollCenterDomain

/// The database of people and organizations, with a clock that tests set.
struct PeopleBench: Sendable {
    let store: PeopleStore
    let database: any SQLDatabase
    private let clock: NIOLockedValueBox<Date>

    /// Runs a test with a separate database.
    static func run(
        on backEnd: BackEnd, _ body: @Sendable (PeopleBench) async throws -> Void
    ) async throws {
        let directory = try TemporaryDirectory()
        let stores = try await backEnd.stores(in: directory.url)
        let clock = NIOLockedValueBox(Date(timeIntervalSince1970: 1_900_000_000))
        let bench = PeopleBench(
            store: PeopleStore(stores.work) { clock.withLockedValue { $0 } }, database: stores.work, clock: clock)
        do {
            try await body(bench)
        } catch {
            try? await stores.close()
            throw error
        }
        try await stores.close()
    }

    var now: Date { clock.withLockedValue { $0 } }

    /// Lets time go by, or back.
    func wait(_ seconds: Double) {
        clock.withLockedValue { $0 += seconds }
    }

    /// Makes an organization that owns super apps and publishes.
    @discardableResult
    func organization(_ id: String, publisher: String? = nil) async throws -> Organization {
        let publisher = publisher.flatMap { PublisherID($0) }
        return try await store.change(by: .operator) { change in
            try change.createOrganization(
                id, name: "The \(id) company", publisher: publisher, ownsSuperApps: true, by: .operator)
        }
    }

    /// Makes an account a member, without an invitation.
    @discardableResult
    func member(
        _ name: String, of organization: String, as roles: AssignedRole..., factor: Bool = false
    ) async throws -> Caller {
        try await store.change(by: .operator) { change in
            if try change.view.account(name) == nil {
                _ = try change.createAccount(name, email: "\(name)@example.com", name: name.capitalized, password: nil)
            }
            try change.join(name, organization, as: roles)
        }
        return .test(name)
    }

    func audit(_ filter: AuditFilter = AuditFilter()) async throws -> [AuditEntry] {
        try await database.read { try AuditLog.entries(filter, before: nil, limit: 1_000, $0) }
    }

    func auditProblems() async throws -> [String] {
        try await database.read { try AuditLog.problems($0) }
    }
}

extension Caller {
    /// A signed-in person.
    static func test(_ id: String, isConfirmed: Bool = true) -> Caller {
        Caller(
            AuditActor(.user, id, via: .api, from: .init(address: "192.0.2.1", agent: "test/1")),
            .person(id, isConfirmed: isConfirmed))
    }
}

extension PeopleStore {
    /// Changes something in the name of a caller.
    @discardableResult
    func change<Result: Sendable>(
        as caller: Caller, _ work: @escaping @Sendable (Transaction) throws -> Result
    ) async throws -> Result {
        try await change(by: caller.actor, work)
    }
}
