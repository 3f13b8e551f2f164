import AtollCenter
import AtollCenterAPI
import Foundation
import Hummingbird

extension Console {
    /// The webhooks of an organization, which are a part of its page.
    var webhookRoutes: [CenterRoute] {
        [
            button("organizations/:organization/webhook") { visit, form in
                let path = "\(try home(visit))/webhooks/\(Self.encoded(form["webhook"]))"
                switch form["answer"] {
                case "retry": try await interface.send(.post, path + "/retry", for: visit)
                case "skip":
                    try await interface.send(
                        .post, path + "/skip", SkipBody(after: Int(form["after"]) ?? 0), for: visit)
                default: try await interface.send(.delete, path, for: visit)
                }
                return "/\(try home(visit))#webhooks"
            },
            .outside(.post, "organizations/:organization/webhooks") { request, context in
                try await answering(request, context) { visit in try await addWebhook(visit) }
            },
        ]
    }

    /// The values of the webhooks section on an organization's page.
    func webhooks(_ path: String, newSecret: String?, _ visit: Visit) async throws -> [String: any Sendable] {
        let found: PageView<WebhookView>? = try await interface.find(path + "/webhooks", for: visit)
        return [
            "maySeeWebhooks": found != nil, "hasWebhooks": !(found?.items ?? []).isEmpty,
            "hasNewSecret": newSecret != nil, "newSecret": newSecret ?? "",
            "webhooks": (found?.items ?? []).map { hook in
                [
                    "id": hook.id, "address": hook.address, "about": hook.about ?? "", "isOff": !hook.isOn,
                    "actions": hook.actions.isEmpty ? visit.texts("all-actions") : hook.actions.joined(separator: ", "),
                    "problem": hook.message.isEmpty
                        ? "" : visit.texts("webhook-failed", ["reason": hook.message]),
                    "mayRetry": !hook.isOn || hook.failures > 0, "number": "\(hook.number)",
                ] as [String: any Sendable]
            },
        ]
    }

    /// Adds a webhook, whose secret is shown only on the resulting page.
    private func addWebhook(_ visit: Visit) async throws -> Response {
        let form: ConsoleForm
        do { form = try await ConsoleForm(visit.request) } catch { return problem(visit, .forbidden, "\(error)") }
        guard visit.account != nil else { return ConsoleLook.redirect(to: "/sign-in") }
        let about = form["about"].isEmpty ? nil : form["about"]
        let data = try await interface.send(
            .post, "\(try home(visit))/webhooks", NewWebhookBody(address: form["address"], about: about), for: visit)
        let secret = try JSONDecoder().decode(NewWebhookView.self, from: data).secret
        return try await organization(visit, newSecret: secret)
    }
}
