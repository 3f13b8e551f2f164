import AtollCenterAPI

extension PageView {
    private var more: [String] { next == nil ? [] : ["… and more: --json has the first 200."] }

    /// The lines of a page, the last of which says whether there are more.
    func lines(_ line: (Item) throws -> String) rethrows -> [String] { try items.map(line) + more }

    /// The rows of a page under headings; the last line says whether there are more.
    func table(_ headings: [String], empty: String, _ cells: (Item) throws -> [String]) rethrows -> [String] {
        try TextTable.lines(headings, items.map(cells), empty: empty) + more
    }
}
