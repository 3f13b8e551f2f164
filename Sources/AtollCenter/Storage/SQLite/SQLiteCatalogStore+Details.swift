import AtollPackages
import Foundation
import GRDB

extension SQLiteCatalogStore {
    func check() async throws {
        _ = try await pool.read { try Int.fetchOne($0, sql: "SELECT 1 FROM mini_app LIMIT 1") }
    }

    func setDetails(_ details: MiniAppDetails, of id: MiniAppID) async throws {
        let text = try Self.text(of: details)
        try await change(id) { database in
            try database.execute(
                sql: "INSERT OR REPLACE INTO details (mini_app, json) VALUES (?, ?)", arguments: [id.rawValue, text])
        }
    }

    func details(of id: MiniAppID) async throws -> MiniAppDetails {
        try await pool.read { database in
            try String.fetchOne(database, sql: "SELECT json FROM details WHERE mini_app = ?", arguments: [id.rawValue])
                .map { try Self.decode($0) }
        } ?? MiniAppDetails()
    }

    func attributes(of superApp: String) -> [AttributeDefinition] {
        known.withLockedValue { $0.attributes[superApp] ?? [] }
    }

    func setAttributes(_ definitions: [AttributeDefinition], of superApp: String) async throws {
        let text = try Self.text(of: definitions)
        try await change { database in
            try database.execute(
                sql: "INSERT OR REPLACE INTO super_app (id, attributes) VALUES (?, ?)", arguments: [superApp, text])
        }
    }

    func setFeatured(_ featured: [FeaturedMiniApp], of superApp: String) async throws {
        try await change { database in
            try database.execute(sql: "DELETE FROM featured WHERE super_app = ?", arguments: [superApp])
            for (position, miniApp) in featured.enumerated() {
                try database.execute(
                    sql: "INSERT INTO featured (super_app, position, mini_app, starts, ends) VALUES (?, ?, ?, ?, ?)",
                    arguments: [
                        superApp, position, miniApp.miniApp.rawValue, miniApp.from.timeIntervalSince1970,
                        miniApp.to.timeIntervalSince1970,
                    ])
            }
        }
    }

    func featured(of superApp: String) async throws -> [FeaturedMiniApp] {
        try await pool.read { database in
            try Row.fetchAll(
                database, sql: "SELECT mini_app, starts, ends FROM featured WHERE super_app = ? ORDER BY position",
                arguments: [superApp]
            ).compactMap { row in
                MiniAppID(row[0]).map { id in
                    FeaturedMiniApp(
                        miniApp: id, from: Date(timeIntervalSince1970: row[1]), to: Date(timeIntervalSince1970: row[2]))
                }
            }
        }
    }
}
