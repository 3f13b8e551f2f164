import ArgumentParser
import AtollCatalog
import AtollPackages
import AtollTerminal
import Foundation
import SignedJSON

/// `atoll install`: loads mini apps as a device does.
struct InstallCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "install", abstract: "Load mini apps from a Center, as a device would.",
        discussion: """
            Everything is verified from the root down. Files in the cache are not fetched again.

            For instance:
              atoll install com.example.kudos --super-app com.example.lagoon --root 1.root.json
            """
    )

    @Argument(help: "The ids of the mini apps.")
    var ids: [String]

    @Flag(help: "Use the cached version immediately, and fetch a newer one for the next time.")
    var cacheFirst = false

    @Flag(help: "Fetch file by file rather than in a pack, to compare the two.")
    var oneByOne = false

    @Flag(help: "Record that it ran well, as a device does after opening it. A hold then no longer takes it away.")
    var opened = false

    @Option(help: "The most mini apps in the cache; 0 for no limit.")
    var maxCount = 0

    @OptionGroup
    var device: DeviceOptions

    @OptionGroup
    var result: ResultOptions

    func run() async throws {
        try await reporting {
            let catalog = try device.catalog(
                policy: cacheFirst ? .cacheFirst : .current, limits: CacheLimits(maxCount: maxCount),
                transport: oneByOne ? PacklessTransport() : HTTPCatalogTransport())
            var items: [JSONValue] = []
            // Also what was loaded before one failed.
            defer { result.show(["items": .array(items)], lines: []) }
            for id in try ids.map(miniAppID) {
                let bar = ProgressLine()
                let loaded = try await catalog.load(id) { bar.show($0) }
                bar.end()
                if opened {
                    await catalog.started(loaded.miniApp)
                    await catalog.becameReady(loaded.miniApp)
                }
                let version = loaded.miniApp.manifest.version
                let bytes = loaded.miniApp.list.totalBytes
                result.say("\(id) \(version.name) (\(version.code)): \(bytes) bytes, \(loaded.words)")
                items.append(
                    .object([
                        "id": .string(id.rawValue), "version": .version(version), "bytes": .integer(bytes),
                        "origin": .string(loaded.place), "since": loaded.since.map { .time($0) } ?? .null,
                        "notice": .optional(loaded.noticeText),
                    ]))
            }
        }
    }
}

/// A transport that ignores the Center's packs.
private struct PacklessTransport: CatalogTransport {
    private let base = HTTPCatalogTransport()

    func get(_ request: CatalogRequest) async throws(CatalogError) -> CatalogResponse { try await base.get(request) }

    func stream(_ request: CatalogRequest, _ take: (CatalogChunk) throws -> Void) async throws(CatalogError) {
        if request.url.path.contains("/packs/") { return }
        try await base.stream(request, take)
    }
}

/// Shows the progress of a transfer on one line of a terminal; without a terminal, shows nothing.
private struct ProgressLine: Sendable {
    private let isShown = isatty(STDERR_FILENO) != 0

    func show(_ progress: LoadProgress) {
        guard isShown, progress.expected > 0 else { return }
        write("\r\(progress.received) of \(progress.expected) bytes")
    }

    func end() {
        if isShown { write("\r\u{1B}[K") }
    }

    private func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}

extension LoadedMiniApp {
    /// Where it is from, for programs.
    fileprivate var place: String {
        switch origin {
        case .current: "current"
        case .cached: "cached"
        case .offline: "offline"
        }
    }

    /// Since when the Center could not be reached.
    fileprivate var since: Date? {
        if case .offline(let since) = origin { since } else { nil }
    }

    fileprivate var words: String {
        let origin =
            switch origin {
            case .current: "current"
            case .cached: "from the cache"
            case .offline(let since): "offline since \(since.ISO8601Format())"
            }
        return origin + (noticeText.map { ". " + $0 } ?? "")
    }
}
