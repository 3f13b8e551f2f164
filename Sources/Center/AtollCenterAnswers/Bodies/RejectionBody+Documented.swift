import AtollCenterAPI
import AtollCenterDomain

extension RejectionBody: Documented {
    package static let schemaName = "Rejection"
    package static let schema = JSONSchema.object([
        "reasons": .list(
            of: .one(of: RejectionReason.allCases.map(\.rawValue)), upTo: RejectionReason.allCases.count, from: 1),
        "comment": .text(1...VersionRecord.maximumText),
    ])
}
