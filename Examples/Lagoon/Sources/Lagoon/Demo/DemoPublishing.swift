import AtollCenter
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
    ]

    /// The mini apps that the hub shows first.
    private static let featured = ["com.example.kudos"]

    func run() async throws {
        guard let publisher = DemoTrust.publisher else { return }
        let folders = try FileManager.default.contentsOfDirectory(atPath: miniApps.path).sorted()
            .map { miniApps.appending(path: $0) }
            .filter { FileManager.default.fileExists(atPath: $0.appending(path: Manifest.path).path) }
        // A key that expires after ten minutes, so that none has to be stored.
        let (key, text) = try await center.apiKeys.create(
            for: publisher, scopes: [.publish, .access, .catalog], expires: Date().addingTimeInterval(600)
        )
        do {
            let client = PublishingClient(center: address, apiKey: text)
            var signer: Signer?
            for folder in folders { try await publish(folder, by: publisher, &signer, with: client) }
            try await client.setFeatured(
                Self.featured.compactMap { MiniAppID($0) }, of: DemoTrust.superApp, for: 365 * 86_400)
        } catch {
            try await center.apiKeys.revoke(key.id)
            throw error
        }
        try await center.apiKeys.revoke(key.id)
        try await center.apiKeys.removeExpired(at: Date())
    }

    /// - Parameter signer: The publisher's signer; opened when there is something to sign, then reused.
    private func publish(
        _ folder: URL, by publisher: PublisherID, _ signer: inout Signer?, with client: PublishingClient
    ) async throws {
        let name = folder.lastPathComponent
        do {
            let source = try MiniAppSource(folder: folder)
            let current = try await client.published(source.id).versions.first
            guard try source.differs(from: current) else { return }
            if let details = Self.details[source.id.rawValue] { try await client.setDetails(details, of: source.id) }
            try await client.setRoles(Self.requiredRoles[source.id.rawValue] ?? [], of: source.id)
            let package = try source.package(following: current)
            let opened = try signer ?? trust.publisherSigner()
            signer = opened
            try await client.publish(package, by: publisher, superApps: [DemoTrust.superApp], signers: [opened])
            logger.notice(
                "Published a mini app.",
                metadata: ["miniApp": "\(source.id)", "code": "\(package.manifest.version.code)"]
            )
        } catch let refusal as PackageRefusal {
            throw LagoonError.notPublished(name, reason: refusal.description)
        } catch let failure as PublishingFailure {
            throw LagoonError.notPublished(name, reason: failure.description)
        }
    }
}
