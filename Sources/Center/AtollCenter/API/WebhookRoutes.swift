import AtollCenterAPI
import AtollCenterDomain
import AtollCenterSignIn

/// The webhooks of an organization.
struct WebhookRoutes {
    let people: PeopleService
    /// Whether URLs on this machine and in its network are allowed.
    let mayBePrivate: Bool
    let randomBytes: @Sendable (_ count: Int) -> [UInt8]

    private static let path = "v1/organizations/:organization/webhooks"
    private static let secretLength = 32

    var routes: [APIRoute] {
        [
            APIRoute(
                .get, Self.path, .action(.manageWebhooks), "webhooks", "The webhooks of an organization",
                problems: [.notFound]
            ) { request in
                let (caller, id) = (try request.who(), try request.part("organization"))
                let found = try await people.store.read { view in
                    let all = try view.webhooks(of: id)
                    if try view.allows(.manageWebhooks, of: PermissionSubject(organization: id), to: caller) {
                        return all
                    }
                    // A member for some mini apps or super apps sees the webhooks about them.
                    let own = try all.filter { hook in
                        guard let about = hook.about else { return false }
                        do {
                            try view.requireWebhooks(of: id, about: about, by: caller)
                            return true
                        } catch is ActionError {
                            return false
                        }
                    }
                    if own.isEmpty { try view.requireWebhooks(of: id, about: nil, by: caller) }
                    return own
                }
                return PageView(found.map(WebhookView.init), full: .max, \.id)
            },
            APIRoute(
                .post, Self.path, .action(.manageWebhooks), "webhooks",
                "Tell an address of what happens from now on: each row of the audit log, signed as Standard Webhooks has it. The secret is in the answer and nowhere else",
                status: .created, problems: [.notFound, .conflict]
            ) { (request, body: NewWebhookBody) in
                let (caller, organization) = (try request.who(), try request.part("organization"))
                let (id, secret) = (people.newID(), randomBytes(Self.secretLength))
                let hook = try await people.store.change(by: caller.actor) { change in
                    try change.addWebhook(
                        id, body.webhook, secret: secret, to: organization, mayBePrivate: mayBePrivate, by: caller)
                }
                return NewWebhookView(secret: WebhookSignature.text(of: secret), webhook: WebhookView(hook))
            },
            APIRoute(
                .delete, "\(Self.path)/:hook", .action(.manageWebhooks), "webhooks", "Tell an address nothing more",
                problems: [.notFound]
            ) { request in
                let (caller, organization) = (try request.who(), try request.part("organization"))
                let hook = try request.part("hook")
                try await people.store.change(by: caller.actor) {
                    try $0.removeWebhook(hook, of: organization, by: caller)
                }
            },
            APIRoute(
                .post, "\(Self.path)/:hook/retry", .action(.manageWebhooks), "webhooks",
                "Try a webhook again now, also one that was switched off", problems: [.notFound]
            ) { request in
                let (caller, organization) = (try request.who(), try request.part("organization"))
                let hook = try request.part("hook")
                return WebhookView(
                    try await people.store.change(by: caller.actor) {
                        try $0.wakeWebhook(hook, of: organization, by: caller)
                    })
            },
            APIRoute(
                .post, "\(Self.path)/:hook/skip", .action(.manageWebhooks), "webhooks",
                "Skip the row of the audit log whose delivery fails, and continue with the next one",
                problems: [.notFound, .conflict]
            ) { (request, body: SkipBody) in
                let (caller, organization) = (try request.who(), try request.part("organization"))
                let hook = try request.part("hook")
                return WebhookView(
                    try await people.store.change(by: caller.actor) {
                        try $0.skip(after: body.after, for: hook, of: organization, by: caller)
                    })
            },
        ]
    }
}
