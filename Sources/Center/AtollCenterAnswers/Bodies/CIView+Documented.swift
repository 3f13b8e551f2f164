import AtollCenterAPI

extension CIView: Documented {
    package static let schemaName = "CI"
    package static let schema = JSONSchema.object(
        ["audience": .text(1...500), "issuers": .list(of: .text(1...300), upTo: 100)], optional: ["audience"])
}
