import AtollCenterAPI
import AtollCenterDomain

extension InvitationView: Documented {
    package init(_ invitation: Invitation) {
        self.init(
            id: invitation.id,
            organization: invitation.organization,
            email: invitation.email.isEmpty ? nil : invitation.email,
            roles: invitation.roles,
            state: invitation.state.rawValue,
            created: invitation.created,
            expires: invitation.expires)
    }

    package static let schemaName = "Invitation"
    package static let schema = JSONSchema.object(
        [
            "id": .text(1...64), "organization": .organization, "email": .email,
            "roles": .list(of: AssignedRole.schema, upTo: AssignedRole.maximumCount),
            "state": .one(of: ["open", "accepted", "declined", "revoked", "expired"]), "created": .time,
            "expires": .time,
        ], optional: ["email"])
}
