import AtollCenter
import AtollCenterAPI
import Hummingbird

extension Console {
    /// The pages of the visitor's own account.
    var accountRoutes: [CenterRoute] {
        [
            page("account") { visit in try await account(visit) },
            button("account/end-session") { visit, form in
                try await interface.send(.delete, "sessions/\(Self.encoded(form["session"]))", for: visit)
                return "/account"
            },
            button("account/password") { visit, form in
                try await interface.send(.put, "account/password", ["password": form["password"]], for: visit)
                return "/account"
            },
        ]
    }

    private func account(_ visit: Visit) async throws -> Response {
        let sessions: PageView<SessionView> = try await interface.get("sessions", for: visit)
        let account = visit.account
        let values: [String: any Sendable] = [
            "name": account?.name ?? "", "email": account?.email ?? "",
            "hasSecondFactor": account?.hasSecondFactor ?? false,
            "memberships": (account?.organizations ?? []).map { membership in
                [
                    "organization": membership.organization,
                    "roles": membership.roles.map {
                        visit.texts("role-" + $0.role.rawValue) + ($0.only.map { " (\($0))" } ?? "")
                    }
                    .joined(separator: ", "),
                ]
            },
            "sessions": sessions.items.map { session in
                [
                    "id": session.id, "agent": session.agent, "kind": visit.texts("session-" + session.kind),
                    "seen": visit.texts.time(session.seen), "isThis": session.isThis,
                ] as [String: any Sendable]
            },
        ]
        return work("account", values, title: visit.texts("account"), at: "account", for: visit)
    }
}
