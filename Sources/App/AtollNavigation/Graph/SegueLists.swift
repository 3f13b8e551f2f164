/// For each fragment of a graph, some of its segues in order, stored contiguously.
struct SegueLists: Sendable {
    private let starts: [Int]
    private let segues: [Int]

    /// - Parameters:
    ///   - fragments: For each segue, the fragment whose list contains it.
    ///   - count: The number of fragments.
    init(_ fragments: some Collection<Int>, count: Int) {
        var starts = [Int](repeating: 0, count: count + 1)
        for fragment in fragments { starts[fragment + 1] += 1 }
        for fragment in 0..<count { starts[fragment + 1] += starts[fragment] }
        var next = starts
        var segues = [Int](repeating: 0, count: fragments.count)
        for (segue, fragment) in fragments.enumerated() {
            segues[next[fragment]] = segue
            next[fragment] += 1
        }
        self.starts = starts
        self.segues = segues
    }

    var count: Int { starts.count - 1 }

    subscript(fragment: Int) -> ArraySlice<Int> { segues[starts[fragment]..<starts[fragment + 1]] }
}
