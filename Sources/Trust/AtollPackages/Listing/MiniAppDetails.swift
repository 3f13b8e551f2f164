import Foundation

/// A publisher's additions to the manifest so that users find a mini app. They can change without a new version.
public struct MiniAppDetails: Hashable, Sendable, Codable {
    /// Words that users may search for: at most 20, each of 1 to 50 characters.
    public var keywords: [String]
    /// Categories such as `finance`: at most 20, each of 1 to 50 characters, compared exactly.
    public var tags: [String]
    /// The locations where it is useful: at most 50.
    public var places: [Place]
    /// Its values for the attributes that super apps define, by the super app's id and the attribute's name.
    public var attributes: [String: [String: AttributeValue]]

    /// A named location, such as a shop.
    public struct Place: Hashable, Sendable, Codable {
        /// The name, of 1 to 100 characters.
        public var name: String
        /// The coordinates.
        public var point: GeoPoint

        /// Creates a place, unchecked.
        public init(name: String, point: GeoPoint) {
            self.name = name
            self.point = point
        }
    }

    /// Creates details, unchecked.
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
