import AtollCenterAPI
import AtollCenterDomain

extension ShareBody: Documented {
    package static let schemaName = "Share"
    package static let schema = JSONSchema.object(["permyriad": .integer(0...Rollout.everyone)])
}
