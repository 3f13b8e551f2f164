import AtollCenterAPI

extension Person {
    /// Stands for an organization itself: what any of its administrators may do.
    package static func keeper(of organization: String) -> Person {
        Person(
            id: "",
            memberships: [
                Membership(
                    organization: organization,
                    roles: [AssignedRole(.organizationAdministrator), AssignedRole(.superAppAdministrator)])
            ])
    }

    /// The person without their roles elsewhere; they are members there all the same.
    package func only(in organization: String) -> Person {
        var person = Person(
            id: id,
            memberships: memberships.map {
                $0.organization == organization ? $0 : Membership(organization: $0.organization, roles: [])
            })
        person.home = home
        return person
    }
}
