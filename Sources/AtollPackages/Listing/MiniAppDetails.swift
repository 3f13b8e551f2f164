import Foundation

/// What a publisher says of a mini app beside its manifest, so that it is found. It can change without a new version.
public struct MiniAppDetails: Hashable, Sendable, Codable {
    /// Words that people may look for: at most 20, of 1 to 50 characters.
    public var keywords: [String]
    /// What it is sorted under, such as `finance`: at most 20, of 1 to 50 characters, compared exactly.
    public var tags: [String]
    /// Where it is of use: at most 50.
    public var places: [Place]
    /// What the super apps that it is made for want to know of it, by the super app's id and the attribute's name.
    public var attributes: [String: [String: AttributeValue]]

    /// A point with a name, such as a shop.
    public struct Place: Hashable, Sendable, Codable {
        /// 1 to 100 characters.
        public var name: String
        public var point: GeoPoint

        public init(name: String, point: GeoPoint) {
            self.name = name
            self.point = point
        }
    }

    public init(
        keywords: [String] = [], tags: [String] = [], places: [Place] = [],
        attributes: [String: [String: AttributeValue]] = [:]
    ) {
        self.keywords = keywords
        self.tags = tags
        self.places = places
        self.attributes = attributes
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        keywords = try container.decodeIfPresent([String].self, forKey: .keywords) ?? []
        tags = try container.decodeIfPresent([String].self, forKey: .tags) ?? []
        places = try container.decodeIfPresent([Place].self, forKey: .places) ?? []
        attributes = try container.decodeIfPresent([String: [String: AttributeValue]].self, forKey: .attributes) ?? [:]
    }
}

/// A value of an attribute.
public enum AttributeValue: Hashable, Sendable, Codable {
    case text(String)
    case number(Double)

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else {
            self = .text(try container.decode(String.self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        }
    }
}

/// An attribute that a super app defines for the mini apps in it.
public struct AttributeDefinition: Hashable, Sendable, Codable {
    /// 1 to 50 letters, digits, hyphens or underscores, beginning with a letter; none of ``CatalogField``.
    public var name: String
    public var kind: Kind
    /// Whether each mini app must have a value.
    public var isRequired: Bool

    public enum Kind: Hashable, Sendable {
        /// At most 200 characters.
        case text
        /// A finite number.
        case number
        /// One of these texts, at most 200.
        case choice([String])
    }

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
                forKey: .type, in: container, debugDescription: "A type is text, number or choice.")
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
