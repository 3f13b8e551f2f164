import AtollCenterAPI
import AtollCenterDomain

extension SuperAppView: Documented {
    package init(_ superApp: SuperApp, for permissions: CallerPermissions) throws {
        let actions = try permissions.actions(of: superApp.subject)
        // Only those who may change the address from which keys come see it.
        let showsKeySet = actions.contains(.manageSignIn)
        self.init(
            id: superApp.id.rawValue,
            organization: superApp.organization,
            name: superApp.name,
            isDisabled: superApp.isDisabled,
            policy: PolicyBody(superApp.policy),
            signIn: superApp.signIn.map { SignInSourceView($0, showsKeySet: showsKeySet) },
            created: superApp.created,
            revision: superApp.revision,
            actions: Actions(actions))
    }

    package static let schemaName = "SuperApp"
    package static let schema = JSONSchema.object(
        [
            "id": .reverseDomain, "organization": .organization, "name": .text(1...SuperApp.maximumName),
            "isDisabled": .bool, "policy": PolicyBody.schema, "signIn": SignInSourceView.schema, "created": .time,
            "revision": .integer(1...Int(Int32.max)), "actions": Action.listSchema,
        ], optional: ["signIn"])
}
