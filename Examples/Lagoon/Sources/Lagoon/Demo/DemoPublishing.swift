import AtollCenter
import AtollCenterDomain
import AtollPackages
import AtollPublishing
import Foundation
import Logging
import SignedJSON

/// Packs the mini apps in a folder, and publishes those that are new or have changed since they were published.
struct DemoPublishing: Sendable {
    let center: MiniAppCenter
    let address: URL
    let miniApps: URL
    let trust: DemoTrust
    let logger: Logger

    /// The roles that may open a mini app; a mini app that is not listed is open to all users.
    private static let requiredRoles = ["com.example.expenses": ["Sales"]]

    /// The details of mini apps that their manifests do not contain.
    private static let details = [
        "com.example.directory": MiniAppDetails(
            keywords: ["colleagues", "phone"], tags: ["people"],
            places: GeoPoint(latitude: 39.57, longitude: 2.65).map { [.init(name: "Reef office, Palma", point: $0)] }
                ?? []),
        "com.example.expenses": MiniAppDetails(keywords: ["receipts", "travel"], tags: ["finance"]),
        "com.example.kudos": MiniAppDetails(keywords: ["thanks", "praise"], tags: ["people", "fun"]),
        "com.example.lunch": MiniAppDetails(keywords: ["food", "canteen", "pay"], tags: ["food"]),
        "com.harbour.menu": MiniAppDetails(keywords: ["food", "canteen"], tags: ["food"]),
    ]

    /// The mini apps that the hub shows first.
    private static let featured = ["com.example.kudos"]

    /// The release notes of the demo's versions, by mini app.
    private static let notes = [
        "com.example.directory":
            "Two hundred colleagues, by name, team or skill. The search of the super app finds them, too.",
        "com.example.expenses": "Expenses with pictures of their receipts, and reports that a manager approves.",
        "com.example.kudos": "Thank your colleagues, and see immediately who thanks you.",
        "com.example.lunch": "Who eats where, the nearest place first, and paying at the till.",
        "com.harbour.menu": "What the canteen cooks, for every day of the week.",
    ]

    func run() async throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: miniApps.path).sorted()
            .map { miniApps.appending(path: $0) }
            .filter { FileManager.default.fileExists(atPath: $0.appending(path: Manifest.path).path) }
        for publisher in [DemoTrust.publisher, DemoTrust.secondPublisher].compactMap(\.self) {
            try await publish(folders, by: publisher)
        }
        let catalog = center.stores.catalog
        if try await catalog.featured(of: DemoTrust.superApp, at: Date()).isEmpty {
            try await catalog.setFeatured(
                Self.featured.compactMap { MiniAppID($0) }.map {
                    FeaturedMiniApp(miniApp: $0, from: Date(), to: Date().addingTimeInterval(365 * 86_400))
                }, of: DemoTrust.superApp)
        }
        try await center.apiKeys.removeExpired(at: Date())
    }

    /// Publishes a publisher's mini apps with an API key that expires after ten minutes, so that none has to be stored.
    private func publish(_ folders: [URL], by publisher: PublisherID) async throws {
        let (key, text) = try await center.apiKeys.create(
            for: publisher, scopes: [.publish, .access], expires: Date().addingTimeInterval(600))
        do {
            var signer: Signer?
            for folder in folders { try await publish(folder, by: publisher, &signer, key: text) }
        } catch {
            try await center.apiKeys.revoke(key.id)
            throw error
        }
        try await center.apiKeys.revoke(key.id)
    }

    /// - Parameter signer: The publisher's signer; opened when there is something to sign, then reused.
    private func publish(
        _ folder: URL, by publisher: PublisherID, _ signer: inout Signer?, key: String
    ) async throws {
        let name = folder.lastPathComponent
        do {
            let source = try MiniAppSource(folder: folder)
            guard source.id.belongs(to: publisher) else { return }
            let client = PublishingClient(center: address, apiKey: key)
            let published = try await client.published(source.id)
            let current = published.versions.first
            // A version that waits for a review is not replaced: the review may be under way.
            if try current != nil && publisher == DemoTrust.secondPublisher || !source.differs(from: current) {
                // An interrupted start may have left a draft.
                if let current, published.states?.first == "draft" { try await submit(current, key) }
                return
            }
            if let details = Self.details[source.id.rawValue] { try await client.setDetails(details, of: source.id) }
            try await client.setRoles(Self.requiredRoles[source.id.rawValue] ?? [], of: source.id)
            let package = try source.package(following: current)
            let opened = try signer ?? trust.signer(of: publisher)
            signer = opened
            let upload = try await client.publish(
                package, by: publisher, superApps: [DemoTrust.superApp], signers: [opened])
            var state = upload.state
            if state == "draft" { state = try await submit(package.manifest.id, package.manifest.version.code, key) }
            logger.notice(
                state == "live" ? "Published a mini app." : "Uploaded a mini app.",
                metadata: [
                    "miniApp": "\(source.id)", "code": "\(package.manifest.version.code)", "state": "\(state)",
                ])
        } catch let refusal as PackageRefusal {
            throw LagoonError.notPublished(name, reason: refusal.description)
        } catch let failure as PublishingFailure {
            throw LagoonError.notPublished(name, reason: failure.description)
        }
    }

    private func submit(_ listing: MiniAppListing, _ key: String) async throws {
        _ = try await submit(listing.id, listing.version.code, key)
    }

    /// Submits a draft: depending on Lagoon's policy and the publisher's grant, it is live immediately or waits for a
    /// reviewer.
    ///
    /// - Returns: The resulting state of the version.
    private func submit(_ id: MiniAppID, _ code: Int, _ key: String) async throws -> String {
        let answer = try await CenterClient(center: address, secret: key).send(
            "POST", "v1/miniapps/\(id)/versions/\(code)/submit",
            JSONEncoder().encode(["notes": Self.notes[id.rawValue] ?? "The first version.", "release": "automatic"]))
        struct Version: Decodable {
            let state: String
        }
        return try JSONDecoder().decode(Version.self, from: answer).state
    }
}
