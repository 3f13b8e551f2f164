import AtollPackages
import AtollRuntime
import AtollWeb
import DurableFiles
import ExpensesBackEnd
import Foundation
import KudosBackEnd
import Logging
import MiniAppBackEnd

/// The back ends of Kudos and Expenses that the demo starts. The mini apps' manifests name origins on the internet; the
/// demo runs the back ends on this machine instead.
struct DemoBackEnds: Sendable {
    let kudos: KudosServer
    let expenses: ExpensesServer
    /// The URLs on this machine.
    let addresses: (kudos: String, expenses: String)
    /// The URLs by the origins that the manifests name.
    let origins: [String: String]

    /// - Parameters:
    ///   - superApp: The origins of the super app, which issues the tokens, and of its mini apps.
    ///   - shellPort: The port of the super app on this machine.
    init(
        ports: (kudos: Int, expenses: Int), superApp: ShellAddresses, shellPort: Int, directory: URL, logger: Logger
    ) throws {
        guard let keys = URL(string: "http://127.0.0.1:\(shellPort)/.well-known/jwks.json") else {
            throw URLError(.badURL)
        }
        let folder = directory.appending(path: "back-ends")
        try DurableFile.makePrivateFolder(folder)
        func configuration(
            _ make: (String, URL, Set<String>, URL) -> BackEndConfiguration, _ name: String, port: Int
        ) throws -> BackEndConfiguration {
            var configuration = make(
                superApp.shellOrigin, keys, [], folder.appending(path: "\(name).sqlite"))
            guard let id = MiniAppID(configuration.miniApp) else { throw URLError(.badURL) }
            // The pages in browsers, and those in the app.
            configuration.origins = [superApp.origin(of: id), "atoll-app://\(MiniAppOrigin.label(for: id))"]
            configuration.port = port
            return configuration
        }
        let kudos = try configuration(BackEndConfiguration.kudos, "kudos", port: ports.kudos)
        let expenses = try configuration(BackEndConfiguration.expenses, "expenses", port: ports.expenses)
        self.kudos = try KudosServer(kudos, logger: logger)
        self.expenses = try ExpensesServer(expenses, logger: logger)
        addresses = ("http://127.0.0.1:\(ports.kudos)", "http://127.0.0.1:\(ports.expenses)")
        origins = [kudos.audience: addresses.kudos, expenses.audience: addresses.expenses]
    }
}
