import AtollCenter
import AtollPackages
import Foundation
import Logging

/// Packs the mini apps in a folder and publishes those that the Center does not have as they are now.
struct DemoPublishing: Sendable {
    let center: MiniAppCenter
    let address: URL
    let miniApps: URL
    let logger: Logger

    private static let publisher = PublisherID("com.example")

    /// Which roles may open a mini app; everybody may open those that are not here.
    private static let requiredRoles = ["com.example.expenses": ["Sales"]]

    func run() async throws {
        guard let publisher = Self.publisher else { return }
        let folders = try FileManager.default.contentsOfDirectory(atPath: miniApps.path).sorted()
            .map { miniApps.appending(path: $0) }
            .filter { FileManager.default.fileExists(atPath: $0.appending(path: Manifest.path).path) }
        // A key for these few minutes, so that none has to be kept.
        let (key, text) = try await center.apiKeys.create(
            for: publisher, scopes: [.publish, .access], expires: Date().addingTimeInterval(600)
        )
        do {
            let client = PublishingClient(center: address, key: text)
            for folder in folders { try await publish(folder, with: client) }
        } catch {
            try await center.apiKeys.revoke(key.id)
            throw error
        }
        try await center.apiKeys.revoke(key.id)
        try await center.apiKeys.removeExpired(at: Date())
    }

    private func publish(_ folder: URL, with client: PublishingClient) async throws {
        let name = folder.lastPathComponent
        do {
            let source = try MiniAppSource(folder: folder)
            let current = try await client.currentVersion(of: source.id)
            guard try source.differs(from: current) else { return }
            try await client.setRoles(Self.requiredRoles[source.id.rawValue] ?? [], of: source.id)
            let package = try source.package(following: current)
            try await client.upload(package)
            logger.notice(
                "Published a mini app.",
                metadata: ["miniApp": "\(source.id)", "code": "\(package.manifest.version.code)"]
            )
        } catch let refusal as PackageRefusal {
            throw LagoonError.notPublished(name, reason: refusal.description)
        }
    }
}
