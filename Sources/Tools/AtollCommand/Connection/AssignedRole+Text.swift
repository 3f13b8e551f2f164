import AtollCenterAPI

extension [AssignedRole] {
    /// The roles as text for people.
    var text: String {
        map { role in role.role.rawValue + (role.only.map { " (\($0))" } ?? "") }.joined(separator: ", ")
    }
}
