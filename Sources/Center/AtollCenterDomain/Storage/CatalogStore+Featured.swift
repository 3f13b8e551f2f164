import Foundation
import SQLStatements

extension CatalogStore {
    /// Sets the mini apps that a super app features, in this order.
    package func setFeatured(
        _ featured: [FeaturedMiniApp], of superApp: String, at now: Date = Date()
    ) async throws {
        try await changeFeatured(of: superApp, at: now) { _ = try $0.set(featured) }
    }

    /// Changes which mini apps a super app features.
    package func changeFeatured(
        of superApp: String, at now: Date, _ body: @escaping @Sendable (FeaturedList) throws -> Void
    ) async throws {
        try await changeAll { session in
            // In the order in which the hourly upkeep locks these rows.
            try Transaction(session: session, actor: .system, now: now).takeTurn()
            try body(FeaturedList(session: session, superApp: superApp, now: now))
        }
    }

    /// The mini apps that a super app features now or later, in order.
    package func featured(of superApp: String, at now: Date) async throws -> [FeaturedMiniApp] {
        try await read { session in
            try FeaturedList(session: session, superApp: superApp, now: now).current()
                .filter { $0.state != .completed }.map(\.featured)
        }
    }
}
