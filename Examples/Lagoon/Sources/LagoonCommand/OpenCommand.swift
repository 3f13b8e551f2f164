import ArgumentParser
import AtollLinks
import Foundation
import Lagoon
import LagoonScreens

/// `lagoon open`: says where an address leads.
struct OpenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open", abstract: "Print the path that an address leads to.",
        discussion: """
            The address may be of any form: dla://Products?id=30, http://localhost:8080/products?id=30, /products?id=30, \
            or miniapp://com.example.kudos. The exit status is 0, or 1 with the error where it leads nowhere.
            """
    )

    @Argument(help: "The address.")
    var url: String

    @Option(help: "The site's origin.")
    var origin = "http://localhost:8080"

    func run() throws {
        let app = try LagoonApp.app(LagoonFeatures(superApp: "Lagoon"))
        do throws(LinkError) {
            let addresses = LinkAddresses(
                schemes: Set(Lagoon.schemes + Lagoon.schemes.map { "web+" + $0 }), origins: [origin],
                miniAppSchemes: ["miniapp", "web+miniapp"]
            )
            let link = url.hasPrefix("/") ? try DeepLink(path: url) : try DeepLink(url, at: addresses)
            let destination = try app.links.destination(for: app.links.canonicalStart(of: link) ?? link)
            for edge in destination.path.edges { print(edge) }
            if destination.path.edges.isEmpty { print(app.graph.entry) }
            if !destination.rest.isEmpty { print("handed on: \(destination.rest.joined(separator: "/"))") }
            for item in destination.unclaimed { print("handed on: \(item.name)=\(item.value)") }
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            throw ExitCode(1)
        }
    }
}
