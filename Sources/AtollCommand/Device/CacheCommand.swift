import ArgumentParser
import AtollCatalog
import AtollPackages
import Foundation

/// `atoll cache`: manages a device's cache.
struct CacheCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cache", abstract: "List, check and remove the mini apps in a device's cache.",
        subcommands: [List.self, Check.self, Remove.self, Clear.self, MeasureCacheCommand.self],
        defaultSubcommand: List.self
    )

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the versions in the cache.")

        @OptionGroup
        var folder: CacheFolder

        func run() async throws {
            try await reporting {
                for miniApp in try await folder.cache().cachedMiniApps() {
                    let dates = "\(miniApp.created.ISO8601Format())  \(miniApp.lastUsed.ISO8601Format())"
                    print("\(miniApp.id)  \(miniApp.version.name) (\(miniApp.version.code))  \(miniApp.size)  \(dates)")
                }
            }
        }
    }

    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract:
                "Verify every file, and remove damaged ones: they are fetched again when they are needed.",
            discussion: "Exits with status 1 if any file was damaged."
        )

        @OptionGroup
        var folder: CacheFolder

        func run() async throws {
            try await reporting {
                let damaged = try await folder.cache().repair()
                for digest in damaged { note("damaged: \(digest)") }
                guard damaged.isEmpty else { throw ExitCode(1) }
                print("All files are intact.")
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Remove a mini app.")

        @Argument(help: "The mini app's id.")
        var id: String

        @Option(help: "The code of the version to remove. Default: all versions.")
        var code: Int?

        @OptionGroup
        var folder: CacheFolder

        func run() async throws {
            try await reporting {
                let id = try miniAppID(id)
                guard try await folder.cache().removeCachedMiniApp(id: id, version: code) else {
                    throw Failure("\(id) is not in the cache\(code.map { " with the code \($0)" } ?? "").")
                }
            }
        }
    }

    struct Clear: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Remove all mini apps.")

        @OptionGroup
        var folder: CacheFolder

        func run() async throws {
            try await reporting { try await folder.cache().clearCachedMiniApps() }
        }
    }
}

extension CacheFolder {
    /// The cache in the folder.
    func cache() throws -> MiniAppCache { try MiniAppCache(directory: url.appending(path: "miniapps")) }
}
