import Foundation

extension QRCode {
    /// The code as an SVG image with a margin, black on white regardless of the page's colours: readers need the
    /// contrast.
    ///
    /// - Parameters:
    ///   - label: The label for screen readers.
    ///   - id: The id of the element that has the label, unique on the page.
    /// - Complexity: O(*n*) in the number of modules.
    public func svg(label: String, id: String = "qr-label") -> String {
        let size = side + 2 * Self.margin
        var path = ""
        for row in 0..<side {
            var column = 0
            while column < side {
                guard isDark(row: row, column: column) else {
                    column += 1
                    continue
                }
                let start = column
                while column < side, isDark(row: row, column: column) { column += 1 }
                path += "M\(start + Self.margin) \(row + Self.margin)h\(column - start)v1H\(start + Self.margin)z"
            }
        }
        return """
            <svg class="qr" viewBox="0 0 \(size) \(size)" role="img" aria-labelledby="\(Self.escaped(id))" \
            shape-rendering="crispEdges"><title id="\(Self.escaped(id))">\(Self.escaped(label))</title>\
            <path fill="#fff" d="M0 0h\(size)v\(size)H0z"/><path fill="#000" d="\(path)"/></svg>
            """
    }

    /// The code as lines of text for a terminal. A character is one module wide and two high. Light modules are drawn,
    /// so that a reader finds the code in a terminal with a dark background.
    ///
    /// - Parameter isColoured: Whether the terminal shows colours, whose escapes begin with `\u{1b}`. If so, the code
    ///   is black on white regardless of the terminal's colours.
    public func halfBlocks(isColoured: Bool = false) -> String {
        let range = -Self.margin..<side + Self.margin
        var lines: [String] = []
        for row in stride(from: range.lowerBound, to: range.upperBound, by: 2) {
            let line = range.map { column in
                switch (isDark(row: row, column: column), isDark(row: row + 1, column: column)) {
                case (false, false): isColoured ? " " : "█"
                case (true, true): isColoured ? "█" : " "
                case (false, true): isColoured ? "▄" : "▀"
                case (true, false): isColoured ? "▀" : "▄"
                }
            }.joined()
            lines.append(isColoured ? "\u{1b}[30;107m\(line)\u{1b}[0m" : line)
        }
        return lines.joined(separator: "\n")
    }

    private static func escaped(_ text: String) -> String {
        // By code point: a quotation mark with a combining accent is another character for Swift, but not for a
        // browser.
        [("&", "&amp;"), ("<", "&lt;"), ("\"", "&quot;")].reduce(text) {
            $0.replacingOccurrences(of: $1.0, with: $1.1, options: .literal)
        }
    }
}
