import AtollCenterAPI

extension ConfirmationBody: Documented {
    package static let schemaName = "Confirmation"
    package static let schema = JSONSchema.object(
        ["password": .text(1...1_000), "code": .text(6...40)], optional: ["password", "code"])
}
