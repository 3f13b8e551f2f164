import AtollCenterAPI

extension [AssignedRole] {
    /// As people read them.
    var text: String {
        map { role in role.role.rawValue + (role.only.map { " (\($0))" } ?? "") }.joined(separator: ", ")
    }
}
