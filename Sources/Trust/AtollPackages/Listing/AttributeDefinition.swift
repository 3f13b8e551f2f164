import Foundation

/// An attribute that a super app defines for its mini apps.
public struct AttributeDefinition: Hashable, Sendable, Codable {
    /// The name: 1 to 50 letters, digits, hyphens or underscores, beginning with a letter, and not a ``CatalogField``.
    public var name: String
    /// The type of the attribute's values.
    public var kind: Kind
    /// Whether every mini app must have a value.
    public var isRequired: Bool

    /// The type of an attribute's values.
    public enum Kind: Hashable, Sendable {
        /// A text of 1 to 200 characters.
        case text
        /// A finite number.
        case number
        /// One of these texts: 1 to 200, each of 1 to 200 characters.
        case choice([String])
    }

    /// Creates a definition, unchecked.
    public init(_ name: String, _ kind: Kind, isRequired: Bool = false) {
        self.name = name
        self.kind = kind
        self.isRequired = isRequired
    }

    private enum CodingKeys: String, CodingKey { case name, type, choices, required }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        isRequired = try container.decodeIfPresent(Bool.self, forKey: .required) ?? false
        switch try container.decode(String.self, forKey: .type) {
        case "text": kind = .text
        case "number": kind = .number
        case "choice": kind = .choice(try container.decode([String].self, forKey: .choices))
        default:
            throw DecodingError.dataCorruptedError(
                forKey: .type, in: container, debugDescription: "The type must be text, number or choice.")
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(isRequired, forKey: .required)
        switch kind {
        case .text: try container.encode("text", forKey: .type)
        case .number: try container.encode("number", forKey: .type)
        case .choice(let choices):
            try container.encode("choice", forKey: .type)
            try container.encode(choices, forKey: .choices)
        }
    }
}
