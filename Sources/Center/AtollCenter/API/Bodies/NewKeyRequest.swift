import AtollPackages

struct NewKeyRequest: Decodable, Sendable, Documented {
    /// A signed request, as `SignedPublisherRequest` encodes it.
    let document: String
    let comment: String?

    static let schemaName = "NewKeyRequest"
    static let schema = JSONSchema.object(
        [
            "document": .text(1...SignedPublisherRequest.maximumLength),
            "comment": .text(0...KeyRequest.maximumText),
        ], optional: ["comment"])
}
