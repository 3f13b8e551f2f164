import ArgumentParser
import AtollCatalog
import AtollPackages
import Foundation

/// `atoll install`: what a device does when it loads a mini app.
struct InstallCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "install", abstract: "Load mini apps from a Center, as a device would.",
        discussion: "Everything is verified from the root down. What is cached is not fetched again."
    )

    @Argument(help: "The mini apps' ids.")
    var ids: [String]

    @Flag(help: "Take what is cached at once, and fetch what is newer for the next time.")
    var cacheFirst = false

    @Flag(help: "Fetch file by file rather than in a pack, to compare the two.")
    var oneByOne = false

    @Option(help: "How many mini apps are kept; 0 for any number.")
    var maxCount = 0

    @OptionGroup
    var device: DeviceOptions

    func run() async throws {
        try await reporting {
            let catalog = try device.catalog(
                policy: cacheFirst ? .cacheFirst : .current, limits: CacheLimits(maxCount: maxCount),
                transport: oneByOne ? PacklessTransport() : HTTPCatalogTransport())
            for id in try ids.map(miniAppID) {
                let bar = ProgressLine()
                let loaded = try await catalog.load(id) { bar.show($0) }
                bar.end()
                let version = loaded.miniApp.manifest.version
                print(
                    "\(id) \(version.name) (\(version.code)): \(loaded.miniApp.list.totalBytes) bytes, \(loaded.words)")
            }
        }
    }
}

/// A Center without packs.
private struct PacklessTransport: CatalogTransport {
    private let base = HTTPCatalogTransport()

    func get(_ request: CatalogRequest) async throws(CatalogError) -> CatalogResponse { try await base.get(request) }

    func stream(_ request: CatalogRequest, _ take: (CatalogChunk) throws -> Void) async throws(CatalogError) {
        if request.url.path.contains("/packs/") { return }
        try await base.stream(request, take)
    }
}

/// How far a transfer is, on one line of a terminal; nothing elsewhere.
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
    fileprivate var words: String {
        let origin =
            switch origin {
            case .current: "current"
            case .cached: "from the cache"
            case .offline(let since): "offline since \(since.ISO8601Format())"
            }
        return switch notice {
        case .updated(let before): "\(origin), updated from \(before.name)"
        case .setAside(let newer): "\(origin), since \(newer.name) did not start"
        case nil: origin
        }
    }
}
