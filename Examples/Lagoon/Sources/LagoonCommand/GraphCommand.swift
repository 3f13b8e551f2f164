import ArgumentParser
import AtollNavigation
import LagoonScreens

/// `lagoon graph`: draws the navigation graph.
struct GraphCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "graph", abstract: "Draw Lagoon's navigation graph.",
        discussion:
            "Many sites render Mermaid in Markdown, DOT is the language of Graphviz, and an SVG opens in a browser."
    )

    enum Format: String, ExpressibleByArgument, CaseIterable { case mermaid, dot, svg }

    @Option(help: "The output format: mermaid, dot or svg.")
    var format = Format.mermaid

    func run() throws {
        let graph = LagoonMap.app.graph
        switch format {
        case .mermaid: print(graph.mermaid(), terminator: "")
        case .dot: print(graph.dot(), terminator: "")
        case .svg: print(graph.svg(), terminator: "")
        }
    }
}
