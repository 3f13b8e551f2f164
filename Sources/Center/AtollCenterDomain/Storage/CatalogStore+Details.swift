import AtollPackages
import Foundation
import SQLStatements

extension CatalogStore {
    /// Sets who may open `id`: users with one of `roles`, or every signed-in user if it is empty; and the minimum
    /// version of the super app, which makes the mini app due if it changes. `id` need not have a version yet.
    ///
    /// - Parameter also: What else is done in the transaction, and may refuse it.
    package func setAccess(
        _ roles: Set<String>, minimumHost: String?, of id: MiniAppID,
        also: @escaping @Sendable (any SQLSession) throws -> Void = { _ in }
    ) async throws {
        let value = SQLValue.text(id.rawValue)
        try await change(id) { session in
            try also(session)
            try session.perform("DELETE FROM required_role WHERE mini_app = \(value)")
            for role in roles.sorted() {
                try session.perform("INSERT INTO required_role (mini_app, role) VALUES (\(value), \(.text(role)))")
            }
            let before = try session.row("SELECT version FROM minimum_host WHERE mini_app = \(value)")?.text(0)
            guard minimumHost != before else { return }
            try VersionRows(session).makeDue(id)
            try session.perform("DELETE FROM minimum_host WHERE mini_app = \(value)")
            if let minimumHost {
                try session.perform(
                    "INSERT INTO minimum_host (mini_app, version) VALUES (\(value), \(.text(minimumHost)))")
            }
        }
    }

    /// The minimum version of the super app that was set for `id`, or nil.
    package func minimumHost(of id: MiniAppID) async throws -> String? {
        try await read { session in
            try session.row("SELECT version FROM minimum_host WHERE mini_app = \(.text(id.rawValue))")?.text(0)
        }
    }

    /// The roles that may open `id`; empty for every signed-in user.
    package func roles(of id: MiniAppID) async throws -> Set<String> {
        try await read { session in
            Set(
                try session.rows("SELECT role FROM required_role WHERE mini_app = \(.text(id.rawValue))")
                    .map { try $0.text(0) })
        }
    }

    /// Sets a publisher's details about `id`, in addition to its manifest. `id` need not have a version yet.
    package func setDetails(
        _ details: MiniAppDetails, of id: MiniAppID,
        also: @escaping @Sendable (any SQLSession) throws -> Void = { _ in }
    ) async throws {
        let text = try SearchEntry.text(of: details)
        try await change(id) { session in
            try also(session)
            _ = try session.perform(
                """
                INSERT INTO details (mini_app, json) VALUES (\(.text(id.rawValue)), \(.text(text)))
                ON CONFLICT (mini_app) DO UPDATE SET json = excluded.json
                """)
        }
    }

    /// The publisher's details about `id`; empty if none were set.
    package func details(of id: MiniAppID) async throws -> MiniAppDetails {
        try await read { session in
            try session.row("SELECT json FROM details WHERE mini_app = \(.text(id.rawValue))")
                .map { try SearchEntry.value(of: $0.text(0)) } ?? MiniAppDetails()
        }
    }

    /// Sets the attributes that a super app defines.
    package func setAttributes(
        _ definitions: [AttributeDefinition], of superApp: String,
        also: @escaping @Sendable (any SQLSession) throws -> Void = { _ in }
    ) async throws {
        let text = try SearchEntry.text(of: definitions)
        try await changeAll { session in
            try also(session)
            try session.perform(
                """
                INSERT INTO super_app (id, attributes) VALUES (\(.text(superApp)), \(.text(text)))
                ON CONFLICT (id) DO UPDATE SET attributes = excluded.attributes
                """)
        }
    }
}
