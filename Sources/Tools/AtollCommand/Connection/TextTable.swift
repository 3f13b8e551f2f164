import PrintableText

/// A list for people at a terminal: rows under headings, in columns. Programs use `--json`.
enum TextTable {
    /// The lines of a table.
    ///
    /// - Parameters:
    ///   - headings: The headings of the columns. A row may have fewer cells.
    ///   - empty: The line for a table without rows.
    static func lines(_ headings: [String], _ rows: [[String]], empty: String) -> [String] {
        guard !rows.isEmpty else { return [empty] }
        // Text from elsewhere can't break out of its cell.
        let all = [headings.map { $0.uppercased() }] + rows.map { $0.map { $0.printable() } }
        let widths = headings.indices.map { column in
            all.map { column < $0.count ? width($0[column]) : 0 }.max() ?? 0
        }
        return all.map { row in
            let last = row.lastIndex { !$0.isEmpty } ?? 0
            return row.prefix(last + 1).enumerated().map { column, cell in
                let isLast = column == last || column >= widths.count
                return isLast ? cell : cell + String(repeating: " ", count: max(0, widths[column] - width(cell)))
            }.joined(separator: "  ")
        }
    }

    /// The number of code points, of which most take one column.
    private static func width(_ cell: String) -> Int { cell.unicodeScalars.count }
}
