import AtollTestSupport
import Foundation
import SQLStatements
import Testing

@testable import AtollCenter

@Suite("What survives a power cut")
struct DurabilityTests {
    /// The writes of a killed process are in the system's cache, so no test that kills one notices the difference.
    @Test("SQLite syncs each commit, in a new folder and in one that was there before")
    func synchronous() async throws {
        let directory = try TemporaryDirectory()
        for _ in 0..<2 {
            let stores = try CenterStores.sqlite(in: directory.url)
            let level = try await stores.work.write { try $0.row("PRAGMA synchronous")?.int(0) }
            // 1 is NORMAL: the log is synced when it is copied into the database, after a thousand pages.
            #expect(level == 2)
            #expect(try await stores.work.write { try $0.row("PRAGMA journal_mode")?.text(0) } == "wal")
            try await stores.close()
        }
    }
}
