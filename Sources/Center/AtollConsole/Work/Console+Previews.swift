import AtollCenter
import AtollCenterAPI
import Foundation
import Hummingbird
import QRCodes

extension Console {
    private static let path = "miniapps/:id/versions/:code"

    /// The links to a version that is not released, which are a part of its page.
    var previewRoutes: [CenterRoute] {
        [
            button(Self.path + "/preview") { visit, form in
                let route = try route(visit)
                try await interface.send(.delete, "\(route)/previews/\(Self.encoded(form["preview"]))", for: visit)
                return "/\(route)#previews"
            },
            // The page with a new link has this path, so a reload is redirected.
            page(Self.path + "/previews") { visit in ConsoleLook.redirect(to: "/\(try route(visit))#previews") },
            .outside(.post, Self.path + "/previews") { request, context in
                try await answering(request, context) { visit in try await makePreview(visit) }
            },
        ]
    }

    /// The values of the previews section on a version's page.
    ///
    /// - Parameters:
    ///   - new: The link that was just created.
    ///   - mayChange: Whether the visitor may create and revoke links, to the extent that a page can determine it.
    func previews(
        of version: VersionView, new: NewPreviewView?, mayChange: Bool, _ visit: Visit
    ) async throws -> [String: any Sendable] {
        let found: PageView<PreviewView>? = try await interface.find("\(try route(visit))/previews", for: visit)
        let rows = (found?.items ?? []).map { preview in
            [
                "id": preview.id, "until": visit.texts("preview-until", ["time": visit.texts.time(preview.expires)]),
                "opened": visit.texts(
                    "preview-opened", ["count": "\(preview.opened)", "opens": "\(preview.opens)"]),
            ] as [String: any Sendable]
        }
        let links = (new?.links ?? []).enumerated().map { index, link in
            [
                "address": link.address, "superApp": link.superApp,
                "picture":
                    (try? QRCode(link.address).svg(
                        label: visit.texts("preview-picture", ["superApp": link.superApp]), id: "qr-\(index)")) ?? "",
            ] as [String: any Sendable]
        }
        let isOver = [.rejected, .superseded, .withdrawn, .discarded].contains(version.state)
        return [
            "maySeePreviews": found != nil && !(isOver && rows.isEmpty), "previews": rows, "hasPreviews": !rows.isEmpty,
            "mayMakePreviews": mayChange && !isOver, "mayRevoke": mayChange, "hasNewPreview": new != nil,
            "newLinks": links, "newCode": new?.code ?? "",
        ]
    }

    /// Creates a link, whose code is shown only on the resulting page.
    private func makePreview(_ visit: Visit) async throws -> Response {
        let form: ConsoleForm
        do { form = try await ConsoleForm(visit.request) } catch { return problem(visit, .forbidden, "\(error)") }
        guard visit.account != nil else { return ConsoleLook.redirect(to: "/sign-in") }
        // 0 for a text that is not a number, which the API refuses.
        let data = try await interface.send(
            .post, "\(try route(visit))/previews",
            NewPreview(days: Int(form["days"]) ?? 0, opens: Int(form["opens"]) ?? 0),
            for: visit)
        return try await version(visit, newPreview: try JSONDecoder().decode(NewPreviewView.self, from: data))
    }
}
