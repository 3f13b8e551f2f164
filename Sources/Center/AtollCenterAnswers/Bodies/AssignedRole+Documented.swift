import AtollCenterAPI

extension AssignedRole {
    package static let schema = JSONSchema.object(
        ["role": .one(of: Role.allCases.map(\.rawValue)), "only": .text(1...128)], optional: ["only"])
}
