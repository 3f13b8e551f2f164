import AtollCenterAPI
import AtollCenterDomain
import AtollPackages

extension NewKeyRequest: Documented {
    package static let schemaName = "NewKeyRequest"
    package static let schema = JSONSchema.object(
        [
            "document": .text(1...SignedPublisherRequest.maximumLength),
            "comment": .text(0...KeyRequest.maximumText),
        ], optional: ["comment"])
}
