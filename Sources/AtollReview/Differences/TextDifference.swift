import Foundation

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
        /// What it says.
        public let pieces: [Piece]

        /// The whole line.
        public var text: String { pieces.map(\.text).joined() }
    }

    /// Lines that stand together, with those around them.
    public struct Hunk: Hashable, Sendable, Codable {
        /// Its lines, in order; those that were removed before those that were added.
        public let lines: [Line]
    }

    /// What differs.
    public let hunks: [Hunk]
    /// Whether more differs than is shown.
    public let isCut: Bool

    /// How many lines around a change are shown.
    static let context = 3
    /// How many lines are compared, and shown at most.
    static let (maximumLines, maximumShown) = (100_000, 4_000)
    /// How many changes are looked for before the middle of a text counts as replaced as a whole.
    static let maximumChanges = 4_000
    /// The longest line that is shown, in characters.
    static let maximumLine = 2_000

    /// Compares two texts.
    ///
    /// - Complexity: O(*n* · *d*) in the lines between the first and the last change, and the number of changes, which is bounded.
    public init(from before: [String], to after: [String]) {
        var builder = DifferenceBuilder(before, after)
        builder.run()
        (hunks, isCut) = (builder.hunks, builder.isCut)
    }
}
