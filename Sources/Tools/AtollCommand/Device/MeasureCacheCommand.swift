import ArgumentParser
import AtollCatalog
import AtollPackages
import AtollTerminal
import Foundation
import SignedJSON

/// `atoll cache measure`: measures opening a mini app and listing the cache on this machine.
struct MeasureCacheCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "measure", abstract: "Measure opening a mini app and listing the cache, without the Center.",
        discussion: """
            Prints medians in microseconds: opening, reading the mini app's files, and listing the cache.

            For instance:
              atoll cache measure com.example.kudos --super-app com.example.lagoon --root 1.root.json
            """
    )

    @Argument(help: "The id of a mini app in the cache.")
    var id: String

    @Option(help: "The number of measurements of each.")
    var rounds = 50

    @OptionGroup
    var device: DeviceOptions

    @OptionGroup
    var result: ResultOptions

    /// A transport that fails every request.
    private actor NoTransport: CatalogTransport {
        func get(_ request: CatalogRequest) async throws(CatalogError) -> CatalogResponse {
            throw .network("not asked")
        }
    }

    func run() async throws {
        try await reporting {
            let id = try miniAppID(id)
            var (opening, reading, listing): ([Duration], [Duration], [Duration]) = ([], [], [])
            for _ in 0..<rounds {
                // A new catalog has nothing in memory.
                let catalog = try device.catalog(policy: .cacheFirst, transport: NoTransport())
                var start = ContinuousClock.now
                let loaded = try await catalog.load(id)
                opening.append(.now - start)
                let blobs = try BlobDirectory(device.folder.url.appending(path: "miniapps/blobs"))
                let files = loaded.miniApp.list.files.map { blobs.location(of: $0.sha256) }
                start = .now
                var bytes = 0
                for file in files { bytes += try Data(contentsOf: file).count }
                reading.append(.now - start)
                start = .now
                _ = try await catalog.cache.cachedMiniApps()
                listing.append(.now - start)
            }
            let (open, read, list) = (Self.median(opening), Self.median(reading), Self.median(listing))
            result.show(
                ["open": .integer(open), "read": .integer(read), "list": .integer(list)],
                "open \(open) read \(read) list \(list)")
        }
    }

    private static func median(_ durations: [Duration]) -> Int {
        let middle = durations.sorted()[durations.count / 2].components
        return Int(middle.seconds) * 1_000_000 + Int(middle.attoseconds / 1_000_000_000_000)
    }
}
