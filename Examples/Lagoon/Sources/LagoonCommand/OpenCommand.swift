import ArgumentParser
import AtollLinks
import AtollNavigation
import Foundation
import LagoonScreens

/// `lagoon open`: prints where a URL leads.
struct OpenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open", abstract: "Print where a URL leads: the path in the navigation graph, or the redirect.",
        discussion: """
            The URL can have any form: dla://Products?id=30, http://localhost:8080/products?id=30, /products?id=30, \
            or miniapp://com.example.kudos. The exit status is 0, or 1 with an error message if it leads nowhere.
            """
    )

    @Argument(help: "The URL, or a path with its query.")
    var url: String

    @Option(help: "The origin of the web site.")
    var origin = "http://localhost:8080"

    @Option(help: "A role of the user, such as Sales. May be repeated.")
    var role: [String] = []

    @Flag(help: "Follow the URL as a user who is not signed in.")
    var signedOut = false

    func run() throws {
        let map = LagoonMap.app
        do {
            let link = try map.link(reading: url.hasPrefix("/") ? origin + url : url, at: addresses)
            switch try map.resolve(link, facts: signedOut ? [] : Fact.user(withRoles: role)) {
            case .redirect(let path): print("redirects to \(path)")
            case .show(_, let destination): say(destination, from: map.graph.entry)
            }
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            throw ExitCode(1)
        }
    }

    private var addresses: LinkAddresses {
        LinkAddresses(
            schemes: Set(Lagoon.schemes + Lagoon.schemes.map { "web+" + $0 }), origins: [origin],
            miniAppSchemes: ["miniapp", "web+miniapp"]
        )
    }

    private func say(_ destination: LinkDestination<LagoonScreen>, from entry: LagoonScreen) {
        for edge in destination.path.edges { print(edge) }
        if destination.path.edges.isEmpty { print(entry) }
        if !destination.rest.isEmpty { print("handed on: \(destination.rest.joined(separator: "/"))") }
        for item in destination.unclaimed { print("handed on: \(item.name)=\(item.value)") }
    }
}
