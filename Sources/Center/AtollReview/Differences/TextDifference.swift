/// How two versions of a text differ: the lines, and the words within lines that changed.
public struct TextDifference: Hashable, Sendable, Codable {
    /// A piece of a line.
    public struct Piece: Hashable, Sendable, Codable {
        /// Its text.
        public let text: String
        /// Whether the other version has it otherwise.
        public let isChanged: Bool
    }

    /// A line of one version, or of both.
    public struct Line: Hashable, Sendable, Codable {
        /// The number in the earlier version, from 1; nil if it was added.
        public let before: Int?
        /// The number in the later version, from 1; nil if it was removed.
        public let after: Int?
        /// The text in pieces.
        public let pieces: [Piece]

        /// The whole line.
        public var text: String { pieces.map(\.text).joined() }
    }

    /// Adjacent changed lines, with those around them.
    public struct Hunk: Hashable, Sendable, Codable {
        /// Its lines, in order; those that were removed before those that were added.
        public let lines: [Line]
    }

    /// The differences in the requested rows.
    public let hunks: [Hunk]
    /// How many rows there are in all: lines that differ, and those around them.
    public let rows: Int
    /// The number of rows before those in ``hunks``.
    public let from: Int

    /// How many rows follow those in ``hunks``.
    public var rowsLeft: Int { max(0, rows - from - hunks.reduce(0) { $0 + $1.lines.count }) }

    /// How many lines around a change are shown.
    static let context = 3
    /// How many rows are shown at a time.
    public static let maximumShown = 4_000

    /// Compares two texts.
    ///
    /// - Parameter from: The first row that is wanted, from 0. At most ``maximumShown`` are given.
    /// - Complexity: O(*n* log *n* + *d*²) in the lines, and in the lines of a stretch without a line that both texts
    ///   have just once, which is bounded.
    public init(from before: ReadableLines, to after: ReadableLines, rowsFrom from: Int = 0) {
        let changes = LineMatching.changes(from: before, to: after)
        let rows = DifferenceRows(changes, before.count, after.count)
        var builder = DifferenceBuilder(before, after)
        hunks = builder.hunks(of: rows, from: max(0, from), upTo: Self.maximumShown)
        self.rows = rows.count
        self.from = min(max(0, from), rows.count)
    }

    /// Compares two texts that are lines already.
    public init(from before: [String], to after: [String]) {
        self.init(from: ReadableLines(before), to: ReadableLines(after))
    }
}
