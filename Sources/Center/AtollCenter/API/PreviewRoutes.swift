import AtollCenterAPI
import AtollCenterDomain
import AtollCenterSignIn
import AtollPackages
import Foundation
import Hummingbird

/// Links to versions that are not released, for those who make and review them.
struct PreviewRoutes {
    let people: PeopleService
    /// The issuer that the Center was started with, for super apps without their own.
    let commonIssuer: String

    private var store: PeopleStore { people.store }

    private static let path = "v1/miniapps/:id/versions/:code/previews"

    var routes: [APIRoute] {
        [
            APIRoute(
                .get, Self.path, .action(.readVersions), "previews",
                "The links to a version that have not ended, without their codes", problems: [.notFound]
            ) { request in
                let (caller, reference) = (try request.who(), try VersionChanges.Reference(request))
                return try await store.read { view in
                    let version = try view.version(reference.code, of: reference.id, for: .readVersions, by: caller)
                    return PageView(try view.previews(of: version).map(PreviewView.init), full: .max, \.id)
                }
            },
            APIRoute(
                .post, Self.path, .action(.managePreviews), "previews",
                "Make a link to a version that is not released. Its code is in the answer and nowhere else",
                status: .created, problems: [.notFound, .conflict]
            ) { (request, body: NewPreview) in
                let (caller, reference) = (try request.who(), try VersionChanges.Reference(request))
                let (id, code) = (people.newID(), Preview.newCode(people.randomBytes(16)))
                let digest = PeopleService.digest(of: code)
                return try await store.change(by: caller.actor) { change in
                    let preview = try change.makePreview(
                        id, digest: digest, of: reference.code, reference.id, days: body.days ?? Preview.usualDays,
                        opens: body.opens ?? Preview.usualOpens, by: caller)
                    return NewPreviewView(
                        code: code, links: try links(to: preview, code, change.view), preview: PreviewView(preview))
                }
            },
            APIRoute(
                .delete, "\(Self.path)/:preview", .action(.managePreviews), "previews",
                "Revoke a link: it opens nothing more", problems: [.notFound]
            ) { request in
                let (caller, reference) = (try request.who(), try VersionChanges.Reference(request))
                let preview = try request.part("preview")
                try await store.change(by: caller.actor) {
                    try $0.revokePreview(preview, of: reference.code, reference.id, by: caller)
                }
            },
            APIRoute(
                .post, "v1/previews/open", .anyone, "previews",
                "What a host needs to show a version: the statement that its publisher signed. Each opening is counted and noted",
                problems: [.notFound, .conflict]
            ) { (request, body: PreviewCodeBody) in
                guard let code = PreviewCode(typed: body.code)?.text else { throw ActionError.unknown("preview") }
                let digest = PeopleService.digest(of: code)
                // A client that guesses codes makes the Center read, not write.
                guard try await store.read({ try $0.preview(withDigest: digest) }) != nil else {
                    throw ActionError.unknown("preview")
                }
                let actor = AuditActor(.user, "", via: .api, from: request.origin)
                return OpenedPreviewView(try await store.change(by: actor) { try $0.openPreview(digest: digest) })
            },
            APIRoute(
                .post, "v1/previews/check", .anyone, "previews",
                "Whether a link that a host has opened is still good; this is not counted", problems: [.notFound]
            ) { (_, body: PreviewCodeBody) in
                guard let code = PreviewCode(typed: body.code)?.text,
                    try await store.read({ try $0.preview(withDigest: PeopleService.digest(of: code)) }) != nil
                else { throw ActionError.unknown("preview") }
            },
        ]
    }

    /// Where a code leads in the super apps that a version is for.
    private func links(to preview: Preview, _ code: String, _ view: Snapshot) throws -> [PreviewLinkView] {
        guard let version = try view.version(preview.code, of: preview.miniApp) else {
            throw ActionError.unknown("version")
        }
        return try view.superApps(of: version).compactMap { id in
            // The super app is where its users sign in, unless a provider with its own path does that for it.
            guard let superApp = try view.superApp(id) else { return nil }
            let issuer = superApp.signIn?.issuer ?? commonIssuer
            let origin = URL(string: issuer).flatMap { $0.path.isEmpty || $0.path == "/" ? issuer : nil }
            return origin.map { origin in
                let origin = origin.hasSuffix("/") ? String(origin.dropLast()) : origin
                return PreviewLinkView(superApp: id, address: "\(origin)/preview#v1.\(code)")
            }
        }
    }
}
