import ArgumentParser
import AtollDevelopment
import AtollPackages
import AtollReview
import AtollTerminal
import BoundedServer
import DurableFiles
import Foundation
import Logging
import NIOCore
import PrintableText
import ServiceLifecycle

/// `atoll dev`: shows a mini app while its developer works on it.
struct DevCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dev",
        abstract: "Show a mini app in the real web shell while you work on it, and every change immediately.",
        discussion: """
            Nothing is signed, installed or published. Next to the mini app is the inspector: its calls, storage, \
            permissions, the simulated device, what was blocked, and the findings of the Center's checks. The device's \
            answers can be saved in .atoll/dev.json. With --json, each event is a line of JSON, no keys are read, and \
            no browser is opened.

            For instance:
              atoll dev                                  the mini app in this folder, or in app/
              atoll dev chat --peers 2                   for two users, side by side
              atoll dev http://localhost:5173            what a bundler's server serves
              atoll dev app --connect http://localhost:8000    with an API on this machine
              atoll dev app --page pages/list?sort=name --grant location --language de
            """
    )

    @Argument(help: "The folder of the mini app, or the address of a bundler's server. Default: this folder.")
    var source = "."

    @Option(help: "The port; 0 for any free one. Default: 8080, or the next that is free.")
    var port: Int?

    @Option(help: "The ids of the users to show it to, with commas: of those in .atoll/dev.json, or any.")
    var users: String?

    @Option(help: "To how many users to show it, side by side: 1 to 6.")
    var peers: Int?

    @Option(help: "The page to begin with, such as pages/list?sort=name.")
    var page = ""

    @Option(help: "Permissions that the users have granted already, with commas.")
    var grant = ""

    @Option(help: "The users' language, such as de. Default: that of the browser.")
    var language: String?

    @Option(
        help:
            "The origin of a server on this machine, such as http://localhost:8000, to which the mini app may connect while you develop it; may be repeated."
    )
    var connect: [String] = []

    @Flag(help: "Begin without a connection.")
    var offline = false

    @Option(help: "The last published version, as a folder or a .ma file: says what an update costs.")
    var base: String?

    @Option(help: "Write all calls and their answers to this file, for atoll test.")
    var record: String?

    @Flag(help: "Make pictures without Chromium's sandbox, where it can't have one, as in many containers.")
    var withoutSandbox = false

    @OptionGroup
    var result: ResultOptions

    @Flag(help: "Do not open a browser.")
    var noOpen = false

    func run() async throws {
        try await reporting {
            let data = try DevelopmentFolder()
            defer { data.remove() }
            var options = try options(data.url)
            options.port = try freePort()
            let terminal = DevelopmentTerminal(opensBrowser: !noOpen, source: source, result)
            var logger = Logger(label: "atoll.dev") { PrintableLogHandler(StreamLogHandler.standardError(label: $0)) }
            logger.logLevel = .error
            let server = try await DevelopmentServer(options, logger: logger) { terminal.take($0) }
            var group = ServiceGroupConfiguration(
                services: [
                    .init(service: server, successTerminationBehavior: .gracefullyShutdownGroup)
                ], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
            group.endInTime()
            let services = ServiceGroup(configuration: group)
            let shown = options
            let keys = TerminalKeys(isReading: !result.json) { key in
                if key == "q" { Task { await services.triggerGracefulShutdown() } }
                if key == "s", terminal.beginPictures() {
                    Task { terminal.endPictures(await pictures(of: shown)) }
                }
                if let key = terminal.press(key) { server.press(key) }
            }
            defer { keys.end() }
            do {
                try await services.run()
            } catch let error as IOError where error.errnoCode == EADDRINUSE {
                throw DevelopmentError.portTaken(options.port)
            }
        }
    }

    private func options(_ data: URL) throws -> DevelopmentOptions {
        let bundler = URL(string: source).flatMap { $0.scheme == "http" || $0.scheme == "https" ? $0 : nil }
        let folder = try bundler == nil ? Self.folder(of: source) : DevelopmentPlaceholder.folder(in: data)
        var options = DevelopmentOptions(folder: folder, data: data.appending(path: "shell"))
        options.bundler = bundler
        options.presets = try DevelopmentPresets(of: bundler == nil ? folder : URL(filePath: "."))
        let known = options.presets.users ?? DevelopmentUser.standard
        if let users {
            options.users = users.split(separator: ",").map { id in
                known.first { $0.id == id } ?? DevelopmentUser(id: String(id), name: String(id).capitalized)
            }
        } else {
            options.users = Array(known.prefix(peers ?? 1))
        }
        guard !options.users.isEmpty, options.users.count <= 6,
            Set(options.users.map(\.id)).count == options.users.count
        else { throw Failure("Name 1 to 6 users, each once, with --users or --peers.") }
        guard peers.map({ $0 == options.users.count }) ?? true else {
            throw Failure(
                "There are \(options.users.count) users for --peers \(peers ?? 0). Name more of them with --users.")
        }
        options.page = page
        for origin in connect where !DevelopmentOptions.isConnection(origin) {
            throw Failure("--connect \(origin) \(DevelopmentOptions.aboutConnections)")
        }
        options.connections = connect
        options.granted = Set(grant.split(separator: ",").map(String.init))
        options.language = language
        options.isOffline = offline
        options.base = try base.map { try PackageArgument.package(at: $0) }
        options.recording = record.map { URL(filePath: $0) }
        return options
    }

    /// Makes pictures of all pages, and returns a sentence that states where they are, or why there are none.
    private func pictures(of options: DevelopmentOptions) async -> String {
        guard options.bundler == nil else { return "Pictures are made of a folder: build the app, and see that." }
        let home = MiniAppFolders.places(of: options.folder).last ?? options.folder
        let target = home.appending(path: ".atoll/pictures")
        do {
            let package = try PackageArgument.package(at: options.folder.path)
            let rendered = try await PagePictures(isSandboxed: !withoutSandbox).write(package, into: target)
            return "\(rendered.pictures.count) pictures of all pages are in \(target.path)"
        } catch {
            return "There are no pictures: \(ErrorText.sentence(of: error))"
        }
    }

    /// The folder itself, or `app` in it, whichever has a manifest.
    static func folder(of path: String) throws -> URL {
        let folder = MiniAppFolders.files(at: path)
        if MiniAppFolders.hasManifest(folder) { return folder }
        throw DevelopmentError.noFolder(path)
    }

    private func freePort() throws -> Int {
        if let port, port != 0 {
            guard (1...65_535).contains(port) else { throw Failure("A port is a number up to 65535.") }
            guard LocalPort.isFree(port) else { throw DevelopmentError.portTaken(port) }
            return port
        }
        let wanted = port == 0 ? [] : Array(8080..<8100)
        guard let free = LocalPort.free(among: wanted) else { throw Failure("No free port was found.") }
        return free
    }
}
