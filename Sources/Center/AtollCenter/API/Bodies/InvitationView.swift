struct InvitationView: Codable, Sendable, Documented {
    let id: String
    let organization: String
    /// Nil once it was forgotten.
    let email: String?
    let roles: [RoleView]
    let state: String
    let created: Int
    let expires: Int

    init(_ invitation: Invitation) {
        id = invitation.id
        organization = invitation.organization
        email = invitation.email.isEmpty ? nil : invitation.email
        roles = invitation.roles.map(RoleView.init)
        state = invitation.state.rawValue
        created = invitation.created
        expires = invitation.expires
    }

    static let schemaName = "Invitation"
    static let schema = JSONSchema.object(
        [
            "id": .text(1...64), "organization": .organization, "email": .email,
            "roles": .list(of: RoleView.schema, upTo: AssignedRole.maximumCount),
            "state": .one(of: ["open", "accepted", "declined", "revoked", "expired"]), "created": .time,
            "expires": .time,
        ], optional: ["email"])
}
