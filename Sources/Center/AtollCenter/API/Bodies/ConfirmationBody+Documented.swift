import AtollCenterAPI

extension ConfirmationBody: Documented {
    static let schemaName = "Confirmation"
    static let schema = JSONSchema.object(
        ["password": .text(1...1_000), "code": .text(6...40)], optional: ["password", "code"])
}
