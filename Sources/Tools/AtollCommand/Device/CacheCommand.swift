import ArgumentParser
import AtollCatalog
import AtollPackages
import AtollTerminal
import Foundation
import SignedJSON

/// `atoll cache`: manages a device's cache.
struct CacheCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cache", abstract: "List, check and remove the mini apps in a device's cache.",
        subcommands: [List.self, Check.self, Remove.self, Clear.self, MeasureCacheCommand.self],
        defaultSubcommand: List.self
    )

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the versions in the cache.",
            discussion: """
                For instance:
                  atoll cache list --cache miniapps
                """)

        @OptionGroup
        var folder: CacheFolder

        @OptionGroup
        var result: ResultOptions

        func run() async throws {
            try await reporting {
                let cached = try await folder.cache().cachedMiniApps()
                let items = cached.map { miniApp in
                    JSONValue.object([
                        "id": .string(miniApp.id.rawValue), "version": .version(miniApp.version),
                        "bytes": .integer(miniApp.size),
                        "created": .time(miniApp.created), "lastUsed": .time(miniApp.lastUsed),
                    ])
                }
                result.show(
                    ["items": .array(items)],
                    lines: cached.map { miniApp in
                        let dates = "\(miniApp.created.ISO8601Format())  \(miniApp.lastUsed.ISO8601Format())"
                        return
                            "\(miniApp.id)  \(miniApp.version.name) (\(miniApp.version.code))  \(miniApp.size)  \(dates)"
                    })
            }
        }
    }

    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract:
                "Verify every file, and remove damaged ones. They are fetched again when they are needed.",
            discussion: """
                Exits with status 1 if any file was damaged.

                For instance:
                  atoll cache check --cache miniapps
                """
        )

        @OptionGroup
        var folder: CacheFolder

        @OptionGroup
        var result: ResultOptions

        func run() async throws {
            try await reporting {
                let damaged = try await folder.cache().repair()
                for digest in damaged { note("damaged: \(digest)") }
                result.show(
                    ["damaged": .strings(damaged.map(\.hex))], lines: damaged.isEmpty ? ["All files are intact."] : [])
                guard damaged.isEmpty else { throw ExitCode(1) }
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove a mini app.",
            discussion: """
                For instance:
                  atoll cache remove com.example.kudos --code 3 --cache miniapps
                """)

        @Argument(help: "The mini app's id.")
        var id: String

        @Option(help: "The code of the version to remove. Default: all versions.")
        var code: Int?

        @OptionGroup
        var folder: CacheFolder

        @OptionGroup
        var result: ResultOptions

        func run() async throws {
            try await reporting {
                let id = try miniAppID(id)
                guard try await folder.cache().removeCachedMiniApp(id: id, version: code) else {
                    throw Failure("\(id) is not in the cache\(code.map { " with the code \($0)" } ?? "").")
                }
                result.show(
                    ["id": .string(id.rawValue), "code": code.map { .integer($0) } ?? .null],
                    "Removed \(id)\(code.map { " with the code \($0)" } ?? "").")
            }
        }
    }

    struct Clear: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove all mini apps.",
            discussion: """
                For instance:
                  atoll cache clear --cache miniapps
                """)

        @OptionGroup
        var folder: CacheFolder

        @OptionGroup
        var result: ResultOptions

        func run() async throws {
            try await reporting {
                let count = try await folder.cache().cachedMiniApps().count
                try await folder.cache().clearCachedMiniApps()
                result.show(
                    ["removed": .integer(count)], "Removed \(count == 1 ? "1 version" : "\(count) versions").")
            }
        }
    }
}

extension CacheFolder {
    /// The cache in the folder.
    func cache() throws -> MiniAppCache { try MiniAppCache(directory: url.appending(path: "miniapps")) }
}
