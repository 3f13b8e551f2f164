/// The differences between two versions of a text: the lines, and the words within lines that changed.
public struct TextDifference: Hashable, Sendable, Codable {
    /// A piece of a line.
    public struct Piece: Hashable, Sendable, Codable {
        /// Its text.
        public let text: String
        /// Whether it differs in the other version.
        public let isChanged: Bool
    }

    /// A line of one version, or of both.
    public struct Line: Hashable, Sendable, Codable {
        /// The number in the earlier version, from 1; nil if it was added.
        public let before: Int?
        /// The number in the later version, from 1; nil if it was removed.
        public let after: Int?
        /// The text of the line, in pieces.
        public let pieces: [Piece]

        /// The whole line.
        public var text: String { pieces.map(\.text).joined() }
    }

    /// Consecutive lines with changes and their context.
    public struct Hunk: Hashable, Sendable, Codable {
        /// The lines in order. Removed lines come before added ones.
        public let lines: [Line]
    }

    /// The differences, in the requested rows.
    public let hunks: [Hunk]
    /// The total number of rows: lines that differ, and those around them.
    public let rows: Int
    /// The number of rows before those in ``hunks``.
    public let from: Int

    /// The number of rows after those in ``hunks``.
    public var rowsLeft: Int { max(0, rows - from - hunks.reduce(0) { $0 + $1.lines.count }) }

    /// The number of lines shown around a change.
    static let context = 3
    /// The maximum number of rows in one result.
    public static let maximumShown = 4_000

    /// Compares two texts.
    ///
    /// - Parameter from: The first requested row, from 0. At most ``maximumShown`` rows are returned.
    /// - Complexity: O(*n* log *n* + *d*²) in the number of lines *n*, and in the length *d* of a stretch without a
    ///   line that both texts have exactly once, which is bounded.
    public init(from before: ReadableLines, to after: ReadableLines, rowsFrom from: Int = 0) {
        let changes = LineMatching.changes(from: before, to: after)
        let rows = DifferenceRows(changes, before.count, after.count)
        var builder = DifferenceBuilder(before, after)
        hunks = builder.hunks(of: rows, from: max(0, from), upTo: Self.maximumShown)
        self.rows = rows.count
        self.from = min(max(0, from), rows.count)
    }

    /// Compares two texts that are already split into lines.
    public init(from before: [String], to after: [String]) {
        self.init(from: ReadableLines(before), to: ReadableLines(after))
    }
}
