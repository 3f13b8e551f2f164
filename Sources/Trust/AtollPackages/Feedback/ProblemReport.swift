import Foundation

/// A problem with a mini app, as the user who reported it sees it later.
public struct ProblemReport: Codable, Hashable, Sendable, Identifiable {
    /// A random id.
    public let id: String
    /// What it is about.
    public let kind: Kind
    /// What the user wrote.
    public let text: String
    /// When it was reported.
    public let reported: Date
    /// What became of it.
    public let state: State
    /// What those who make the mini app, or run the super app, answered.
    public let answer: String?

    /// The longest text of a report or an answer, in Unicode scalars.
    public static let maximumText = 2_000

    /// Creates a report.
    public init(id: String, kind: Kind, text: String, reported: Date, state: State, answer: String?) {
        self.id = id
        self.kind = kind
        self.text = text
        self.reported = reported
        self.state = state
        self.answer = answer
    }

    /// What a problem is about.
    public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
        /// It does not start, or something in it does not work.
        case broken
        /// What it says is wrong.
        case incorrect
        /// It misleads, harms or offends people.
        case harmful
        /// Anything else, also what this version does not know yet.
        case other

        /// Reads a kind; one that this version does not know is ``other``.
        public init(from decoder: any Decoder) throws {
            self = Self(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .other
        }
    }

    /// What became of a report.
    public enum State: String, Codable, Hashable, Sendable, CaseIterable {
        /// Nobody has decided on it yet.
        case open
        /// Somebody has answered.
        case answered
        /// Somebody has dismissed it without an answer.
        case dismissed

        /// Reads a state; one that this version does not know is ``open``.
        public init(from decoder: any Decoder) throws {
            self = Self(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .open
        }
    }
}
