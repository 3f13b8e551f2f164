import ArgumentParser
import AtollLinks
import LagoonScreens

/// `lagoon links`: lists all routes.
struct LinksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "links", abstract: "List every URL that Lagoon can open, as a Markdown table."
    )

    func run() throws {
        let listing = LagoonMap.app.links.listing
        let rows = listing.map { [$0.pattern, $0.target, $0.values.joined(separator: "; ")] }
        print(Self.table([["URL", "leads to", "values"]] + rows))
    }

    /// The rows as a Markdown table with aligned columns; the first row is the header.
    static func table(_ rows: [[String]]) -> String {
        let cells = rows.map { $0.map { $0.replacing("|", with: "\\|") } }
        let widths = (cells.first ?? []).indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
        func line(_ row: [String]) -> String {
            "| "
                + zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }.joined(separator: " | ")
                + " |"
        }
        let rule = "| " + widths.map { String(repeating: "-", count: max(3, $0)) }.joined(separator: " | ") + " |"
        return ([line(cells[0]), rule] + cells.dropFirst().map(line)).joined(separator: "\n")
    }
}
