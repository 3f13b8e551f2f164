import AtollCenterAPI

extension SecondFactorView: Documented {
    static let holdsSecret = true
    static let schemaName = "SecondFactor"
    static let schema = JSONSchema.object(["address": .text(1...1_000)])
}
