import AtollCenterAPI
import AtollPackages

extension NewKeyRequest: Documented {
    static let schemaName = "NewKeyRequest"
    static let schema = JSONSchema.object(
        [
            "document": .text(1...SignedPublisherRequest.maximumLength),
            "comment": .text(0...KeyRequest.maximumText),
        ], optional: ["comment"])
}
