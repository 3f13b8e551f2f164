import AtollCenterAPI

extension AcceptanceBody: Documented {
    package static let schemaName = "Acceptance"
    package static let schema = JSONSchema.object(
        ["secret": .text(1...200), "name": .text(1...100), "password": .text(10...1_000)],
        optional: ["name", "password"])
}
