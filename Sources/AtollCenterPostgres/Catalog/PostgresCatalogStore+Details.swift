import AtollCenter
import AtollPackages
import Foundation
import Postgres

extension PostgresCatalogStore {
    package func setAccess(_ roles: Set<String>, minimumHost: String?, of id: MiniAppID) async throws {
        let value = PostgresValue.text(id.rawValue)
        try await change(id) { session in
            try session.query("DELETE FROM required_role WHERE mini_app = \(value)")
            if !roles.isEmpty {
                try session.query(
                    "INSERT INTO required_role (mini_app, role) SELECT \(value), unnest(\(.texts(Array(roles))))")
            }
            let before = try session.query("SELECT version FROM minimum_host WHERE mini_app = \(value)").first?.text(0)
            guard minimumHost != before else { return }
            try Self.makeDue(id, session)
            try session.query("DELETE FROM minimum_host WHERE mini_app = \(value)")
            if let minimumHost {
                try session.query("INSERT INTO minimum_host VALUES (\(value), \(.text(minimumHost)))")
            }
        }
    }

    package func minimumHost(of id: MiniAppID) async throws -> String? {
        try await pool.read { session in
            try session.query("SELECT version FROM minimum_host WHERE mini_app = \(.text(id.rawValue))").first?.text(0)
        }
    }

    package func roles(of id: MiniAppID) async throws -> Set<String> {
        try await pool.read { session in
            let found = try session.query("SELECT role FROM required_role WHERE mini_app = \(.text(id.rawValue))")
            return Set(try found.rows.map { try $0.text(0) })
        }
    }

    package func setDetails(_ details: MiniAppDetails, of id: MiniAppID) async throws {
        let text = try SearchEntry.text(of: details)
        try await change(id) { session in
            try session.query(
                """
                INSERT INTO details (mini_app, json) VALUES (\(.text(id.rawValue)), \(.text(text)))
                ON CONFLICT (mini_app) DO UPDATE SET json = excluded.json
                """)
            return
        }
    }

    package func details(of id: MiniAppID) async throws -> MiniAppDetails {
        let text = try await pool.read { session in
            try session.query("SELECT json FROM details WHERE mini_app = \(.text(id.rawValue))").first?.text(0)
        }
        return try text.map { try JSONDecoder.center.decode(MiniAppDetails.self, from: Data($0.utf8)) }
            ?? MiniAppDetails()
    }

    package func setAttributes(_ definitions: [AttributeDefinition], of superApp: String) async throws {
        let text = try SearchEntry.text(of: definitions)
        try await change { session in
            try session.query(
                """
                INSERT INTO super_app (id, attributes) VALUES (\(.text(superApp)), \(.text(text)))
                ON CONFLICT (id) DO UPDATE SET attributes = excluded.attributes
                """)
        }
    }

    package func setFeatured(_ featured: [FeaturedMiniApp], of superApp: String) async throws {
        try await change { session in
            try session.query("DELETE FROM featured WHERE super_app = \(.text(superApp))")
            for (position, miniApp) in featured.enumerated() {
                try session.query(
                    """
                    INSERT INTO featured (super_app, position, mini_app, starts, ends)
                    VALUES (\(.text(superApp)), \(.integer(position)), \(.text(miniApp.miniApp.rawValue)),
                        \(.number(miniApp.from.timeIntervalSince1970)), \(.number(miniApp.to.timeIntervalSince1970)))
                    """)
            }
        }
    }

    package func featured(of superApp: String) async throws -> [FeaturedMiniApp] {
        try await pool.read { session in
            try session.query(
                """
                SELECT mini_app, starts, ends FROM featured WHERE super_app = \(.text(superApp)) ORDER BY position
                """
            ).rows.compactMap { row in
                try MiniAppID(row.text(0)).map { id in
                    FeaturedMiniApp(
                        miniApp: id, from: Date(timeIntervalSince1970: try row.number(1)),
                        to: Date(timeIntervalSince1970: try row.number(2)))
                }
            }
        }
    }
}
