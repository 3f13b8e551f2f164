import AtollCenter
import AtollCenterAPI
import Foundation
import Hummingbird

extension Console {
    private static let roles: [Role] = [
        .organizationAdministrator, .superAppAdministrator, .reviewer, .developer, .auditor, .platformAdministrator,
    ]
    private static let scopes = ["publish", "read", "release", "review", "access", "catalog", "audit", "reports"]

    /// Organizations with their members, invitations and keys.
    var organizationRoutes: [CenterRoute] {
        [
            page("organizations") { visit in try await organizations(visit) },
            button("organizations") { visit, form in
                let body = NewOrganization(
                    id: form["id"], name: form["name"], publisher: form["publisher"].isEmpty ? nil : form["publisher"],
                    ownsSuperApps: form["owns-super-apps"] == "on")
                try await interface.send(.post, "organizations", body, for: visit)
                // The Center has accepted the id, so it can't contain characters of another path.
                return "/organizations/\(form["id"])"
            },
            page("organizations/:organization") { visit in try await organization(visit) },
            button("organizations/:organization/invite") { visit, form in
                let roles = Self.chosenRoles(form)
                try await interface.send(
                    .post, "\(try home(visit))/invitations", NewInvitation(email: form["email"], roles: roles),
                    for: visit)
                return "/\(try home(visit))#invitations"
            },
            button("organizations/:organization/invitation") { visit, form in
                let path = "\(try home(visit))/invitations/\(Self.encoded(form["invitation"]))"
                if form["answer"] == "resend" {
                    try await interface.send(.post, path + "/resend", for: visit)
                } else {
                    try await interface.send(.delete, path, for: visit)
                }
                return "/\(try home(visit))#invitations"
            },
            button("organizations/:organization/member") { visit, form in
                let path = "\(try home(visit))/members/\(Self.encoded(form["member"]))"
                switch form["answer"] {
                case "suspend", "reactivate":
                    try await interface.send(.post, "\(path)/\(form["answer"])", [String: String](), for: visit)
                case "remove": try await interface.send(.delete, path, for: visit)
                default:
                    let roles = Self.chosenRoles(form)
                    try await interface.send(.put, path + "/roles", RolesBody(roles: roles), for: visit)
                }
                return "/\(try home(visit))#members"
            },
            button("organizations/:organization/revoke-key") { visit, form in
                try await interface.send(.delete, "\(try home(visit))/keys/\(Self.encoded(form["key"]))", for: visit)
                return "/\(try home(visit))#keys"
            },
            .outside(.post, "organizations/:organization/key") { request, context in
                try await answering(request, context) { visit in try await makeKey(visit) }
            },
        ]
    }

    func home(_ visit: Visit) throws -> String {
        let id = visit.part("organization")
        guard !id.isEmpty,
            id.utf8.allSatisfy({ (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2d })
        else { throw InterfaceError(.notFound, visit.texts("nothing-here")) }
        return "organizations/\(id)"
    }

    private func organizations(_ visit: Visit) async throws -> Response {
        let found: PageView<OrganizationView> = try await interface.get("organizations?limit=200", for: visit)
        let own = Dictionary(
            (visit.account?.organizations ?? []).map { ($0.organization, $0.roles) },
            uniquingKeysWith: { first, _ in first })
        let values: [String: any Sendable] = [
            "organizations": found.items.map { item in
                [
                    "id": item.id, "name": item.name, "publisher": item.publisher ?? "–", "isClosed": item.isClosed,
                    "roles": (own[item.id] ?? []).map { visit.texts("role-" + $0.role.rawValue) }.joined(
                        separator: ", "),
                ] as [String: any Sendable]
            }, "isEmpty": found.items.isEmpty,
            "mayCreate": visit.account?.mayDo(.manageOrganizations) == true,
        ]
        return work("organizations", values, title: visit.texts("organizations"), at: "organizations", for: visit)
    }

    /// The roles that are selected in a form.
    private static func chosenRoles(_ form: ConsoleForm) -> [AssignedRole] {
        roles.filter { form["role-" + $0.rawValue] == "on" }.map { AssignedRole($0) }
    }

    func organization(_ visit: Visit, newKey: String? = nil, newSecret: String? = nil) async throws -> Response {
        let path = try home(visit)
        let organization: OrganizationView = try await interface.get(path, for: visit)
        let members: PageView<MemberView>? = try await interface.find(path + "/members?limit=200", for: visit)
        let invitations: PageView<InvitationView>? = try await interface.find(
            path + "/invitations?limit=100", for: visit)
        let keys: PageView<KeyView>? = try await interface.find(path + "/keys", for: visit)
        let mayManage = organization.actions.contains(.manageMembers)
        func roles(_ given: [AssignedRole]) -> [[String: any Sendable]] {
            let possible = Self.roles.filter { role in
                switch role {
                case .platformAdministrator: organization.id == "platform"
                case .reviewer, .superAppAdministrator: organization.ownsSuperApps
                default: true
                }
            }
            return (possible + given.map(\.role).filter { !possible.contains($0) }).map { role in
                [
                    "name": role.rawValue, "text": visit.texts("role-" + role.rawValue),
                    "isGiven": given.contains { $0.role == role },
                ]
            }
        }
        var values: [String: any Sendable] = [
            "id": organization.id, "name": organization.name, "publisher": organization.publisher ?? "–",
            "ownsSuperApps": organization.ownsSuperApps, "needsSecondFactor": organization.needsSecondFactor,
            "isClosed": organization.isClosed, "mayManage": mayManage, "route": "/" + path,
            "members": (members?.items ?? []).map { member in
                [
                    "account": member.account, "name": member.name, "email": member.email,
                    "isSuspended": member.isSuspended, "hasSecondFactor": member.hasSecondFactor,
                    "joined": visit.texts.time(member.joined), "choices": roles(member.roles),
                    "roles": member.roles.map { role in
                        visit.texts("role-" + role.role.rawValue) + (role.only.map { " (\($0))" } ?? "")
                    }.joined(separator: ", "),
                    // Only the command line preserves narrowed roles.
                    "mayChangeRoles": mayManage && !member.roles.contains { $0.only != nil }, "mayManage": mayManage,
                    "isOneself": member.account == visit.account?.id,
                    "hasChoices": mayManage
                        && (member.account != visit.account?.id || !member.roles.contains { $0.only != nil }),
                ] as [String: any Sendable]
            },
            "invitations": (invitations?.items ?? []).map { item in
                [
                    "id": item.id, "email": item.email ?? "–", "state": visit.texts("invitation-" + item.state),
                    "isOpen": item.state == "open", "expires": visit.texts.time(item.expires),
                    "roles": item.roles.map { visit.texts("role-" + $0.role.rawValue) }.joined(separator: ", "),
                ] as [String: any Sendable]
            },
            "hasInvitations": !(invitations?.items ?? []).isEmpty, "choices": roles([]),
            "keys": (keys?.items ?? []).map { key in
                [
                    "id": key.id, "name": key.name, "scopes": key.scopes.joined(separator: ", "),
                    "ids": key.ids.joined(separator: ", "), "expires": visit.texts.time(key.expires),
                    "used": key.used.map(visit.texts.time) ?? "–",
                ]
            },
            "hasKeys": !(keys?.items ?? []).isEmpty,
            "scopes": Self.scopes.map { ["name": $0, "text": visit.texts("scope-" + $0)] },
            "newKey": newKey ?? "", "hasNewKey": newKey != nil,
        ]
        values.merge(try await publisherKeys(path, visit)) { $1 }
        values.merge(try await webhooks(path, newSecret: newSecret, visit)) { $1 }
        return work("organization", values, title: organization.name, at: "organizations", for: visit)
    }

    /// Creates a key, whose text is shown only on the resulting page.
    private func makeKey(_ visit: Visit) async throws -> Response {
        let form: ConsoleForm
        do { form = try await ConsoleForm(visit.request) } catch { return problem(visit, .forbidden, "\(error)") }
        guard visit.account != nil else { return ConsoleLook.redirect(to: "/sign-in") }
        let body = NewKeyBody(
            name: form["name"], scopes: Self.scopes.filter { form["scope-" + $0] == "on" },
            days: Int(form["days"]) ?? 90)
        let data = try await interface.send(.post, "\(try home(visit))/keys", body, for: visit)
        return try await organization(visit, newKey: JSONDecoder().decode(NewKeyView.self, from: data).text)
    }
}
