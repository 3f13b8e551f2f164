import AtollPackages
import AtollTestSupport
import Foundation
import SQLStatements
import Testing

@testable import AtollCenter
@testable import AtollCenterDomain
@testable import AtollCenterSQLite

/// A Center of the version before, whose versions had no states.
@Suite("Versions from before there were states")
struct MovingOverTests {
    private static let app = MiniAppID("com.example.sample")!
    private static let withdrawn = MiniAppID("com.example.gone")!

    /// Makes a database what the program before had, and says what its versions were.
    private static let before = """
        DROP TABLE featured_past; DROP TABLE publisher_request; ALTER TABLE version DROP COLUMN bytes_removed;
        DROP TABLE version_approval; DROP TABLE version_state; DROP INDEX mini_app_by_super_app;
        ALTER TABLE mini_app DROP COLUMN super_app; ALTER TABLE mini_app DROP COLUMN quarantine;
        ALTER TABLE mini_app DROP COLUMN is_listed; ALTER TABLE publishing_grant DROP COLUMN needs_review;
        """

    private func found(_ center: TestCenter) async throws -> [String] {
        let answer = try await center.send("GET", "/v1/miniapps", token: try await center.token())
        return try JSONDecoder.center.decode(MiniAppListingPage.self, from: answer.body).items
            .map { "\($0.id) \($0.version.code)" }
    }

    private func told(_ center: TestCenter, _ id: MiniAppID) async throws -> [String] {
        try await (center.center.repository.descriptor(of: id)?.releases ?? []).map {
            "\(try ReleaseStatement(parsing: $0.statement.bytes).version.code) \($0.state.rawValue)"
        }
    }

    private func timestamp(_ center: TestCenter) async throws -> Data {
        try await center.send("GET", "/v1/trust/metadata/timestamp.json").body
    }

    private func states(_ center: TestCenter, _ id: MiniAppID) async throws -> [String] {
        try await center.people.store.read { view in
            try view.versions(of: id, limit: 10).map { "\($0.code) \($0.state.rawValue)" }
        }
    }

    private func withdraw(_ code: Int, _ id: MiniAppID, _ center: TestCenter) async throws {
        let body = Data(#"{"reason": "It crashes."}"#.utf8)
        let path = "/v1/miniapps/\(id)/versions/\(code)/withdraw"
        #expect(try await center.send("POST", path, token: center.apiKey, body: body).status == 200)
    }

    @Test(
        "Nothing is lost, nothing is told again, and devices go on with the root that they have",
        arguments: BackEnd.allCases)
    func movingOver(_ backEnd: BackEnd) async throws {
        let directory = try TemporaryDirectory()
        let device = try TemporaryDirectory()
        let open = try await backEnd.opener(in: directory.url, trust: TestTrust(in: directory.url))
        let last = try await TestCenter.run(in: directory, stores: open()) { (center: TestCenter) async throws in
            for code in 1...3 { try await center.upload(SampleMiniApp(id: Self.app.rawValue, code: code)) }
            try await withdraw(3, Self.app, center)
            try await center.upload(SampleMiniApp(id: Self.withdrawn.rawValue, name: "Gone", code: 1))
            try await withdraw(1, Self.withdrawn, center)
            #expect(try await center.releases(in: device.url).release(of: Self.app).statement.version.code == 2)
            try await center.execute(Self.before)
            try await center.forgetStates()
            return try await timestamp(center)
        }
        try await TestCenter.run(in: directory, stores: open()) { (center: TestCenter) async throws in
            #expect(try await states(center, Self.app) == ["3 withdrawn", "2 live", "1 superseded"])
            #expect(try await states(center, Self.withdrawn) == ["1 withdrawn"])
            #expect(try await found(center) == ["com.example.sample 2"])
            #expect(try await told(center, Self.app) == ["2 live", "3 withdrawn"])
            #expect(try await timestamp(center) == last, "nothing was signed anew")
            #expect(try await center.center.verify().isEmpty)
            #expect(try await center.releases(in: device.url).release(of: Self.app).statement.version.code == 2)
            #expect(try await center.upload(SampleMiniApp(id: Self.app.rawValue, code: 4)).status == 201)
            #expect(try await states(center, Self.app).first == "4 live")
            #expect(try await center.releases(in: device.url).release(of: Self.app).statement.version.code == 4)
        }
    }

    @Test("A version that waited to be announced is announced", arguments: BackEnd.allCases)
    func waiting(_ backEnd: BackEnd) async throws {
        let directory = try TemporaryDirectory()
        let open = try await backEnd.opener(in: directory.url, trust: TestTrust(in: directory.url))
        try await TestCenter.run(in: directory, stores: open()) { (center: TestCenter) async throws in
            for code in 1...2 { try await center.upload(SampleMiniApp(id: Self.app.rawValue, code: code)) }
            let descriptor = try #require(try await center.center.repository.descriptor(of: Self.app))
            try await center.upload(SampleMiniApp(id: Self.app.rawValue, code: 3))
            // As if the process had been killed between the database and the repository.
            try await center.center.repository.publish([descriptor])
            try await center.execute(
                "UPDATE version SET is_finished = false WHERE code = 3; UPDATE mini_app SET current_code = 2")
            try await center.execute(Self.before)
            try await center.execute("INSERT INTO due (mini_app) VALUES ('\(Self.app)')")
            try await center.forgetStates()
        }
        try await TestCenter.run(in: directory, stores: open()) { (center: TestCenter) async throws in
            try await until("nobody announced it") { try await !center.center.store.isAnythingDue() }
            #expect(try await states(center, Self.app) == ["3 live", "2 superseded", "1 superseded"])
            #expect(try await told(center, Self.app) == ["3 live"])
            #expect(try await found(center) == ["com.example.sample 3"])
        }
    }
}

extension TestCenter {
    /// Makes the database forget that its versions had states, so that they get some: SQLite when it is opened next,
    /// PostgreSQL as `atoll center migrate` does.
    fileprivate func forgetStates() async throws {
        switch center.store {
        case is SQLiteCatalogStore:
            try await execute(
                "DELETE FROM grdb_migrations WHERE identifier LIKE 'v10%' OR identifier LIKE 'v13%'")
        default: try await execute(PeopleTables.versions(.postgres) + PeopleTables.periods(.postgres))
        }
    }
}
