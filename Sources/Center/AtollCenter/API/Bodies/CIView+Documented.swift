import AtollCenterAPI

extension CIView: Documented {
    static let schemaName = "CI"
    static let schema = JSONSchema.object(
        ["audience": .text(1...500), "issuers": .list(of: .text(1...300), upTo: 100)], optional: ["audience"])
}
