import AtollPackages
import AtollRuntime
import Foundation

/// What a mini app would ask its host first: the shell's page hands it over with the port, and spares a round trip.
struct HostInfo: Sendable {
    let bridge: BridgeRouter
    let configuration: ShellConfiguration

    /// What `host.info` answers, as JSON.
    func json(for miniApp: InstalledMiniApp, language: String) -> String {
        let manifest = miniApp.manifest
        var context = BridgeContext(
            miniApp: manifest.id, version: manifest.version, user: .init(pairwiseID: "", name: ""),
            host: configuration.host,
            appearance: .init(
                theme: .light, language: language,
                textLanguage: Languages.match(language, among: Languages.ofTexts(in: miniApp))))
        context.backEnds = configuration.backEnds.filter { manifest.network.contains($0.key) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(bridge.info(in: context)) else { return "" }
        return String(decoding: data, as: UTF8.self)
    }
}
