import AtollCenterAPI
import AtollCenterDomain

extension MemberView: Documented {
    package init(_ member: Member) {
        self.init(
            account: member.account.id,
            name: member.account.name,
            email: member.account.email,
            roles: member.roles,
            isSuspended: member.isSuspended,
            hasSecondFactor: member.account.hasSecondFactor,
            joined: member.joined)
    }

    package static let schemaName = "Member"
    package static let schema = JSONSchema.object([
        "account": .text(1...64), "name": .text(1...100), "email": .email,
        "roles": .list(of: AssignedRole.schema, upTo: AssignedRole.maximumCount), "isSuspended": .bool,
        "hasSecondFactor": .bool, "joined": .time,
    ])
}
