import AtollPackages
import SQLStatements

extension CatalogStore {
    /// Whether anything waits to be announced.
    package func isAnythingDue() async throws -> Bool {
        try await read { session in
            try session.exists("SELECT 1 FROM due LIMIT 1") || session.exists("SELECT 1 FROM due_target LIMIT 1")
        }
    }

    /// Whether something about `id` waits to be announced.
    package func isDue(_ id: MiniAppID) async throws -> Bool {
        try await read { try $0.exists("SELECT 1 FROM due WHERE mini_app = \(.text(id.rawValue))") }
    }

    /// Whether a target waits to be published; not whether another one with its path does.
    package func isDue(_ target: DueTarget) async throws -> Bool {
        try await read { session in
            try session.exists(
                "SELECT 1 FROM due_target WHERE path = \(.text(target.path)) AND mark = \(.integer(target.mark))")
        }
    }

    /// Returns the pending announcement of `id`; `nil` if nothing is pending.
    package func announcement(of id: MiniAppID) async throws -> DueMiniApp? {
        let due = try await read { try VersionRows($0).due(id) }
        return due.current == nil ? nil : due
    }

    /// Makes a mini app due, whose descriptor may differ from what the database has.
    package func makeDue(_ id: MiniAppID) async throws {
        try await write { try VersionRows($0).makeDue(id) }
    }
}
