import AtollCatalog
import AtollPackages
import AtollReview
import AtollRuntime
import AtollWeb
import DurableFiles
import ForeignText
import Foundation
import Hummingbird
import Logging
import NIOConcurrencyHelpers
import ServiceLifecycle

/// Shows a mini app from its developer's folder in the real web shell, and updates it at each change.
///
/// One page, the container, shows the inspector and a pane for each user. Each pane is the shell at a separate host
/// name:
///
/// | origin | content |
/// | --- | --- |
/// | `http://dev-8080.localhost:8080` | the container |
/// | `http://ada.dev-8080.localhost:8080` | the shell as Ada sees it |
/// | `http://kudos-3f0c….ada.dev-8080.localhost:8080` | the mini app in her pane |
///
/// All of them have the site `dev-8080.localhost`, so that browsers send the cookies of a pane's session even though it
/// is in a frame.
package struct DevelopmentServer: Service {
    private let options: DevelopmentOptions
    private let shell: WebShell
    private let stage: DevelopmentStage
    private let container: ContainerResponder
    private let tell: @Sendable (DevelopmentNews) -> Void

    private static let superApp = "local.development"

    /// The publisher of mini apps that are not published.
    private static var publisher: PublisherID {
        guard let id = PublisherID(superApp) else { preconditionFailure("This is a reversed domain name.") }
        return id
    }

    /// The host name of the container. Cookies are shared between ports, so each server has different names.
    static func host(_ port: Int) -> String { "dev-\(port).localhost" }

    /// Creates a server, and opens the folder for its data.
    ///
    /// - Parameter tell: Called with each event.
    /// - Throws: A ``DevelopmentError``, or an error of the file system.
    package init(
        _ options: DevelopmentOptions, logger: Logger, tell: @escaping @Sendable (DevelopmentNews) -> Void
    ) async throws {
        for user in options.users where !DevelopmentUser.isID(user.id) { throw DevelopmentError.userID(user.id) }
        if let language = options.language, !ContainerSettings.isLanguage(language) {
            throw DevelopmentError.language(language)
        }
        for name in options.granted.union(options.presets.grant ?? []).sorted()
        where !BridgeDescription.permissions.contains(TokenPermission.publicName(of: name)) {
            throw DevelopmentError.permission(name)
        }
        self.options = options
        self.tell = tell
        let resources = try DevelopmentResources()
        let host = WebAuthority("\(Self.host(options.port)):\(options.port)", scheme: "http").text
        let origin = "http://\(host)"
        let panes = options.users.map { user in
            let authority = "\(user.id).\(host)"
            return DevelopmentStage.Pane(
                addresses: .local(authority: authority), user: DevelopmentUsers.user(user))
        }
        let wallet = DevelopmentWallet(options.presets.payments ?? .paid)
        let container = try ContainerResponder(
            options, origin: origin, panes: panes.map(\.addresses.shellOrigin), resources: resources, wallet: wallet,
            tell: tell)
        let proxy = try options.bundler.map { try BundlerProxy($0) }
        var file: (@Sendable (String, String?) async throws -> DevelopedFile?)?
        if let proxy { file = { path, query in await proxy.file(path, query: query) } }
        stage = DevelopmentStage(
            panes: panes, container: origin, pageScripts: resources.pageScripts, frameScript: resources.frameScript,
            connections: (proxy?.connections ?? []) + options.connections + (options.presets.connect ?? []),
            file: file,
            language: { container.settings.language },
            answer: { try await container.respond(to: $0) })
        // The shell never contacts this Center.
        guard let nowhere = URL(string: "http://center.invalid") else {
            preconditionFailure("This is a URL.")
        }
        var configuration = ShellConfiguration(
            host: .init(name: "Atoll", version: "0.1", platform: "web"), port: options.port,
            addresses: panes.first?.addresses ?? .local(port: options.port), center: nowhere,
            superApp: Self.superApp,
            trustAnchor: TrustAnchor(root: try DevelopmentRoot.make(in: options.data.appending(path: "root"))),
            directory: options.data)
        configuration.stage = stage
        configuration.permissionsPath = "/"
        // A frame that reloads at each change calls more often than any user does.
        configuration.bridgeLimits.callsPerSecond *= 10
        configuration.bridgeLimits.burst *= 10
        let users = DevelopmentUsers(users: options.users, contacts: options.presets.contacts ?? [])
        var providers = ShellProviders()
        providers.payments = wallet
        providers.contacts = users
        providers.room = { _, miniApp in miniApp.rawValue }
        shell = try await WebShell(
            configuration, users: users, transport: NoTransport(), providers: providers, logger: logger,
            onRunning: { _ in tell(.running(address: origin)) })
        self.container = container
    }

    /// A cause for showing the mini app again.
    private enum Work: Sendable {
        case reading(SourceFolder.Reading)
        case settings
    }

    /// Serves until the task is cancelled or the service group shuts down.
    package func run() async throws {
        // Changes are processed one after another, so that the last one is shown.
        let (works, queue) = AsyncStream.makeStream(of: Work.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await shell.run() }
            group.addTask {
                await cancelWhenGracefulShutdown {
                    await FolderWatch(folder: options.folder).run { queue.yield(.reading($0)) }
                }
            }
            group.addTask {
                for await _ in container.changes.stream { queue.yield(.settings) }
            }
            group.addTask {
                await withTaskCancellationOrGracefulShutdownHandler {
                    for await work in works { await perform(work) }
                } onCancelOrGracefulShutdown: {
                    queue.finish()
                    container.end()
                }
            }
            // Each task ends with the group of services. An error of one ends the others.
            for try await _ in group {}
        }
    }

    private func perform(_ work: Work) async {
        switch work {
        case .reading(let reading): await take(reading)
        case .settings:
            guard let package = container.package.withLockedValue({ $0 }), await show(package) else { return }
            container.events.tell(ContainerEvent.changed(.everything, [], container.current))
        }
    }

    /// Shows a package.
    ///
    /// - Returns: false if its files can't be stored, which is reported.
    private func show(_ package: MiniAppPackage) async -> Bool {
        do {
            let miniApp = try await shell.install(package, denying: container.settings.denied)
            // The statement is unsigned, because the package has no publisher.
            let statement = ReleaseStatement(
                of: package, repository: SHA256Hash(of: Data()), superApps: [Self.superApp],
                publisher: Self.publisher, floor: 0, previous: nil, created: Date())
            let names = miniApp.declaredPermissionNames
                .intersection(options.granted.union(options.presets.grant ?? []))
            for pane in stage.panes {
                for name in names where stage.isFirstGrant(name, to: pane.user, of: miniApp.manifest.id) {
                    try await shell.grant(name, to: miniApp.manifest.id, of: pane.user.id)
                }
            }
            stage.shown.show(LoadedMiniApp(miniApp: miniApp, statement: statement, origin: .current))
            return true
        } catch {
            let problem = FolderProblem(code: "storage", "The files can't be stored: \(error)")
            container.state.withLockedValue { $0.problem = problem }
            container.events.tell(ContainerEvent.state(container.current))
            tell(.broken(problem))
            return false
        }
    }

    /// Sends a key that was pressed at the terminal to the open pages.
    package func press(_ key: String) { container.events.tell(ContainerEvent.key(key)) }

    private func take(_ reading: SourceFolder.Reading) async {
        switch reading.state {
        case .broken(let problem):
            container.state.withLockedValue { state in
                state.reading += 1
                state.problem = problem
            }
            container.events.tell(ContainerEvent.state(container.current))
            tell(.broken(problem))
        case .package(let package):
            guard await show(package) else { return }
            let wasBroken = container.state.withLockedValue { state in
                defer {
                    state.reading += 1
                    state.take(package)
                }
                return state.problem != nil
            }
            container.package.withLockedValue { $0 = package }
            container.events.tell(
                ContainerEvent.changed(wasBroken ? .everything : reading.change, reading.changed, container.current))
            if wasBroken { tell(.mended) }
            tell(.changed(reading.changed, reading.change, reading.time))
            container.review(package, after: options.base)
        }
    }
}
