import Foundation

/// A problem with a mini app, as the user who reported it sees it later.
public struct ProblemReport: Codable, Hashable, Sendable, Identifiable {
    /// A random id.
    public let id: String
    /// The subject of the report.
    public let kind: Kind
    /// The user's text.
    public let text: String
    /// When it was reported.
    public let reported: Date
    /// The state of the report.
    public let state: State
    /// The answer of the people who make the mini app, or run the super app.
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

    /// The subject of a report.
    public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
        /// It does not start, or something in it does not work.
        case broken
        /// Its information is wrong.
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

    /// The state of a report.
    public enum State: String, Codable, Hashable, Sendable, CaseIterable {
        /// It is not decided yet.
        case open
        /// It was answered.
        case answered
        /// It was dismissed without an answer.
        case dismissed

        /// Reads a state; one that this version does not know is ``open``.
        public init(from decoder: any Decoder) throws {
            self = Self(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .open
        }
    }
}
