import AtollPackages
import AtollRuntime
import AtollWeb
import DurableFiles
import Foundation
import KudosBackEnd
import Logging

/// The back end of Kudos that the demo starts. Kudos' manifest names the origin that it would have on the internet; here it is
/// reached on this machine.
struct DemoBackEnd: Sendable {
    let server: KudosServer
    let address: String
    /// Where the back end is, by the origin that the manifest names.
    let origins: [String: String]

    /// - Parameters:
    ///   - superApp: The origins of the super app, which issues the tokens, and of its mini apps.
    ///   - shellPort: The port of the super app on this machine.
    init(port: Int, superApp: ShellAddresses, shellPort: Int, directory: URL, logger: Logger) throws {
        guard let keys = URL(string: "http://127.0.0.1:\(shellPort)/.well-known/jwks.json"),
            let id = MiniAppID("com.example.kudos")
        else { throw URLError(.badURL) }
        let folder = directory.appending(path: "back-ends")
        try DurableFile.makePrivateFolder(folder)
        var configuration = KudosConfiguration(
            issuer: superApp.shellOrigin, keys: keys,
            // In browsers, and in the app.
            origins: [superApp.origin(of: id), "atoll-app://\(MiniAppOrigin.label(for: id))"],
            database: folder.appending(path: "kudos.sqlite"))
        configuration.port = port
        server = try KudosServer(configuration, logger: logger)
        address = "http://127.0.0.1:\(port)"
        origins = [configuration.audience: address]
    }
}
