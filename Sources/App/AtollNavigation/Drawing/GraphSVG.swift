extension NavigationGraph {
    /// The graph as an SVG image: fragments in columns by their distance from the entry, ordered so that few segues
    /// cross. Readable up to about forty fragments. Colours follow the reader's light or dark theme.
    ///
    /// - Complexity: O(*f* + *s*), times the few passes that order the columns.
    public func svg() -> String {
        let layout = GraphLayout(self)
        var lines = [
            """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(layout.width) \(layout.height)" \
            font-family="system-ui, sans-serif" font-size="14" role="img">
            """,
            """
            <style>.ground{fill:#fff}.box{fill:#fff;stroke:#00687a}.entry{stroke-width:3}.name{fill:#12242e;text-anchor:middle}\
            .segue{fill:none;stroke:#4d626e;stroke-width:1.5}.hold{stroke-dasharray:5 4}.pick{stroke-width:3}\
            .label{fill:#4d626e;font-size:11px;text-anchor:middle;paint-order:stroke;stroke:#fff;stroke-width:5px;\
            stroke-linejoin:round}\
            @media(prefers-color-scheme:dark){.ground{fill:#0d181e}.box{fill:#14222a;stroke:#5ccfdc}.name{fill:#e8f1f4}\
            .segue{stroke:#9fb4be}.label{fill:#9fb4be;stroke:#0d181e}}</style>
            """,
            """
            <defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" \
            markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0l8 4-8 4z" fill="#4d626e"/></marker></defs>
            """,
        ]
        lines.append("<rect class=\"ground\" width=\"\(layout.width)\" height=\"\(layout.height)\"/>")
        // Labels are drawn after the curves, so that none is crossed out, and before the boxes.
        var labels: [String] = []
        for (index, segue) in segues.enumerated() {
            let curve = layout.curve(from: ends[index].from, to: ends[index].to)
            lines.append("<path class=\"segue \(segue.style.rawValue)\" d=\"\(curve.path)\" marker-end=\"url(#tip)\"/>")
            let label = Self.markup(label(of: segue))
            if !label.isEmpty {
                labels.append(
                    "<text class=\"label\" x=\"\(curve.label.x)\" y=\"\(curve.label.y - 4)\">\(label)</text>")
            }
        }
        lines += labels
        for number in fragments.indices {
            let place = layout.places[number]
            lines.append(
                """
                <rect class="box\(number == Self.entryNumber ? " entry" : "")" x="\(place.x)" y="\(place.y)" \
                width="\(layout.boxWidth)" height="\(GraphLayout.boxHeight)" rx="10"/>\
                <text class="name" x="\(place.x + layout.boxWidth / 2)" y="\(place.y + 25)">\
                \(Self.markup(name(ofFragment: number)))</text>
                """
            )
        }
        return (lines + ["</svg>"]).joined(separator: "\n") + "\n"
    }

    private static func markup(_ text: String) -> String {
        escaped(text, [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;")])
    }
}
