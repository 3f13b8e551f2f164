import AtollPackages
import AtollRuntime
import Foundation

/// The answers to the first calls of a mini app. The shell's page passes them with the port, which saves a round trip.
struct HostInfo: Sendable {
    let bridge: BridgeRouter
    let configuration: ShellConfiguration

    private static let described = Set(BridgeDescription.current.methods.map(\.name))

    /// The answer of `host.info`, as JSON. Instead of the names in `features`, it has the differences from the
    /// description of the bridge, which the page already has: `lacks` and `adds`.
    func json(for miniApp: InstalledMiniApp, language: String) -> String {
        let manifest = miniApp.manifest
        var context = BridgeContext(
            miniApp: manifest.id, version: manifest.version, user: .init(pairwiseID: "", name: ""),
            host: configuration.host,
            appearance: .init(
                theme: .light, language: language,
                textLanguage: Languages.ofTexts(in: miniApp, for: language)))
        context.isPreview = configuration.stage.isPreview || manifest.id.isPreview
        context.backEnds = configuration.backEnds.filter { manifest.network.contains($0.key) }
        guard case .object(var members) = bridge.info(in: context) else { return "" }
        let features = Set(bridge.methodNames)
        members["features"] = nil
        for (name, names) in [
            ("lacks", Self.described.subtracting(features)), ("adds", features.subtracting(Self.described)),
        ]
        where !names.isEmpty {
            members[name] = .array(names.sorted().map { .string($0) })
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(BridgeValue.object(members)) else { return "" }
        return String(decoding: data, as: UTF8.self)
    }

    /// The texts of a mini app in the user's language, as JSON with its `language` and `values`; nil if it has none, or
    /// too many.
    func texts(of miniApp: InstalledMiniApp, language: String) throws -> String? {
        guard let language = Languages.ofTexts(in: miniApp, for: language),
            let file = miniApp.file(at: "i18n/\(language).json"), file.length <= Self.maximumTexts,
            case let texts = String(decoding: try miniApp.contents(of: file), as: UTF8.self)
        else { return nil }
        return #"{"language":"\#(language)","values":\#(texts)}"#
    }

    /// The maximum length of the texts that are passed, in bytes.
    private static let maximumTexts = 16 * 1024
}
