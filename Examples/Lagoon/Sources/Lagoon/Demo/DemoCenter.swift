import AtollCatalog
import AtollCenter
import AtollChromium
import AtollConsole
import AtollRendering
import Foundation
import Logging

/// The Center that the demo starts, with its own keys and mini apps.
struct DemoCenter: Sendable {
    let center: MiniAppCenter
    let address: URL
    /// The root that the Center's repository is verified with.
    let anchor: TrustAnchor
    let publishing: DemoPublishing
    private let runs = Signal()

    /// - Parameter superApp: The origin of the super app, which issues its users' tokens.
    init(_ configuration: LagoonConfiguration, superApp: String, logger: Logger) throws {
        // By IP address: another process on this machine could listen on the other address of `localhost`.
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
        settings.publicAddress = address.absoluteString
        settings.renderer = BrowserOptions.find().map { ChromiumRenderer(.untrusted($0)) }
        let trust = DemoTrust(
            keys: configuration.directory.appending(path: "keys"), repository: settings.repository,
            centerKeys: settings.keys
        )
        if !trust.isPrepared {
            logger.notice("Creating the demo's keys and signing 1,280 roles with them. This takes a few seconds.")
        }
        self.address = address
        anchor = TrustAnchor(root: try trust.prepare())
        let runs = runs
        var center = try MiniAppCenter(settings, logger: logger) { _ in runs.send() }
        try center.addConsole()
        self.center = center
        publishing = DemoPublishing(
            center: center, address: address, miniApps: configuration.miniApps, trust: trust, logger: logger
        )
    }

    /// Waits until the Center and the super app listen, then publishes the mini apps that are new or have changed.
    func fill(once superAppRuns: Signal) async throws {
        try await runs.wait()
        // The Center fetches the super app's keys.
        try await superAppRuns.wait()
        try await DemoPeople.settle(in: center)
        try await publishing.run()
    }
}
