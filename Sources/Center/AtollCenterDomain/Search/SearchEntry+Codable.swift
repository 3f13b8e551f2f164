import AtollPackages

/// For changes that one process tells another: the texts and words are derived again.
extension SearchEntry: Codable {
    private enum CodingKeys: CodingKey {
        case listing, publisher, details, audience, audienceID, number
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            listing: try container.decode(MiniAppListing.self, forKey: .listing),
            publisher: try container.decode(PublisherID.self, forKey: .publisher),
            details: try container.decode(MiniAppDetails.self, forKey: .details),
            audience: try container.decode(Audience.self, forKey: .audience))
        audienceID = try container.decode(Int64.self, forKey: .audienceID)
        number = try container.decode(Int64.self, forKey: .number)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(listing, forKey: .listing)
        try container.encode(publisher, forKey: .publisher)
        try container.encode(details, forKey: .details)
        try container.encode(audience, forKey: .audience)
        try container.encode(audienceID, forKey: .audienceID)
        try container.encode(number, forKey: .number)
    }
}
