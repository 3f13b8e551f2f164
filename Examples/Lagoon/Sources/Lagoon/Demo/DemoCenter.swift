import AtollCatalog
import AtollCenter
import Foundation
import Logging

/// The Center that Lagoon starts for itself, with keys and mini apps of its own.
struct DemoCenter: Sendable {
    let center: MiniAppCenter
    let address: URL
    /// What tells it from others.
    let anchor: TrustAnchor
    let publishing: DemoPublishing
    private let runs = Signal()

    /// - Parameter superApp: Where the super app is found: who signs its users' tokens.
    init(_ configuration: LagoonConfiguration, superApp: String, logger: Logger) throws {
        // By number: somebody else on this machine could listen on the other address of `localhost`.
        let keySet = URL(string: "http://127.0.0.1:\(configuration.port)/.well-known/jwks.json")
        guard let address = URL(string: "http://127.0.0.1:\(configuration.centerPort)"), let keySet else {
            throw URLError(.badURL)
        }
        var settings = CenterConfiguration(
            directory: configuration.directory.appending(path: "center"), signInKeys: .address(keySet),
            issuer: superApp,
            superApps: [DemoTrust.superApp]
        )
        settings.port = configuration.centerPort
        let trust = DemoTrust(
            keys: configuration.directory.appending(path: "keys"), repository: settings.repository,
            centerKeys: settings.keys
        )
        if !trust.isPrepared {
            logger.notice("Making the demo's keys, and signing 1,280 roles with them. This takes some seconds.")
        }
        self.address = address
        anchor = TrustAnchor(root: try trust.prepare())
        let runs = runs
        center = try MiniAppCenter(settings, logger: logger) { _ in runs.send() }
        publishing = DemoPublishing(
            center: center, address: address, miniApps: configuration.miniApps, trust: trust, logger: logger
        )
    }

    /// Waits until it listens, and publishes what is new.
    func fill(once superAppRuns: Signal) async throws {
        try await runs.wait()
        // The Center asks the super app for its keys.
        try await superAppRuns.wait()
        try await publishing.run()
    }
}
