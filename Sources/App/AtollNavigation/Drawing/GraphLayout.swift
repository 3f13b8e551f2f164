/// The positions of a graph's fragments in a drawing.
///
/// Source: Sugiyama, Tagawa and Toda, "Methods for Visual Understanding of Hierarchical System Structures" (1981), with
/// layers by distance from the entry and the barycentre heuristic.
struct GraphLayout {
    struct Point: Hashable {
        var x: Int
        var y: Int
    }

    static let boxHeight = 40
    private static let rowGap = 26
    private static let columnGap = 130
    private static let margin = 24

    let boxWidth: Int
    let width: Int
    let height: Int
    /// The upper left corner of each fragment's box.
    let places: [Point]

    init<F>(_ graph: NavigationGraph<F>) {
        let distances = graph.distances(from: NavigationGraph<F>.entryNumber)
        let deepest = distances.compactMap(\.self).max() ?? 0
        // Unreachable fragments get a separate column at the end.
        var columns = [[Int]](repeating: [], count: deepest + 2)
        for (fragment, distance) in distances.enumerated() { columns[distance ?? deepest + 1].append(fragment) }
        columns.removeAll(where: \.isEmpty)

        var rows = [Double](repeating: 0, count: graph.fragments.count)
        func number(_ column: [Int]) {
            for (row, fragment) in column.enumerated() { rows[fragment] = Double(row) - Double(column.count) / 2 }
        }
        for column in columns { number(column) }
        func barycentre(_ fragment: Int) -> Double {
            let neighbours =
                graph.incoming[fragment].map { graph.ends[$0].from }
                + graph.outgoing[fragment].map { graph.ends[$0].to }
            return neighbours.reduce(0) { $0 + rows[$1] } / Double(max(neighbours.count, 1))
        }
        for pass in 0..<6 {
            for index in pass % 2 == 0 ? Array(columns.indices) : columns.indices.reversed() {
                let keys = Dictionary(columns[index].map { ($0, barycentre($0)) }) { first, _ in first }
                columns[index].sort { (keys[$0] ?? 0, $0) < (keys[$1] ?? 0, $1) }
                number(columns[index])
            }
        }

        let longest = graph.fragments.indices.map { graph.name(ofFragment: $0).count }.max() ?? 0
        boxWidth = max(90, min(longest, 28) * 9 + 24)
        let tallest = columns.map(\.count).max() ?? 1
        let step = Self.boxHeight + Self.rowGap
        width = columns.count * (boxWidth + Self.columnGap) - Self.columnGap + 2 * Self.margin
        height = tallest * step - Self.rowGap + 2 * Self.margin + Self.rowGap
        var places = [Point](repeating: Point(x: 0, y: 0), count: graph.fragments.count)
        for (index, column) in columns.enumerated() {
            let top = Self.margin + (tallest - column.count) * step / 2
            for (row, fragment) in column.enumerated() {
                places[fragment] = Point(x: Self.margin + index * (boxWidth + Self.columnGap), y: top + row * step)
            }
        }
        self.places = places
    }

    /// A curve between two boxes, and the position of its label.
    func curve(from: Int, to: Int) -> (path: String, label: Point) {
        let (start, end) = (places[from], places[to])
        let half = Self.boxHeight / 2
        if start.x < end.x {
            let (a, b) = (Point(x: start.x + boxWidth, y: start.y + half), Point(x: end.x, y: end.y + half))
            let bend = (b.x - a.x) / 2
            return (
                "M\(a.x) \(a.y)C\(a.x + bend) \(a.y) \(b.x - bend) \(b.y) \(b.x) \(b.y)",
                Point(x: (a.x + b.x) / 2, y: (a.y + b.y) / 2)
            )
        }
        // Backwards, or within a column: below the boxes.
        let (a, b) = (
            Point(x: start.x + boxWidth / 2 + 14, y: start.y + Self.boxHeight),
            Point(x: end.x + boxWidth / 2 - 14, y: end.y + Self.boxHeight)
        )
        let depth = max(a.y, b.y) + Self.rowGap
        // The label is placed below the source, since there may be a box halfway.
        return ("M\(a.x) \(a.y)C\(a.x) \(depth) \(b.x) \(depth) \(b.x) \(b.y)", Point(x: a.x, y: a.y + 21))
    }
}
