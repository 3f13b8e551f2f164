import AtollCenterAPI

extension SecondFactorView: Documented {
    package static let holdsSecret = true
    package static let schemaName = "SecondFactor"
    package static let schema = JSONSchema.object(["address": .text(1...1_000)])
}
