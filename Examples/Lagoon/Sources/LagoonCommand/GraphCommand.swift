import ArgumentParser
import AtollNavigation
import Lagoon

/// `lagoon graph`: draws the navigation graph.
struct GraphCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "graph", abstract: "Draw Lagoon's navigation graph.",
        discussion:
            "Mermaid is what many sites show in Markdown, DOT is Graphviz' language, and an SVG opens in a browser."
    )

    enum Format: String, ExpressibleByArgument, CaseIterable { case mermaid, dot, svg }

    @Option(help: "mermaid, dot or svg.")
    var format = Format.mermaid

    func run() throws {
        let graph = try LagoonApp.app(LagoonFeatures(superApp: "Lagoon")).graph
        switch format {
        case .mermaid: print(graph.mermaid(), terminator: "")
        case .dot: print(graph.dot(), terminator: "")
        case .svg: print(graph.svg(), terminator: "")
        }
    }
}
