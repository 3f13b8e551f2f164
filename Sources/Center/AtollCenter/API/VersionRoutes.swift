import AtollCenterAPI
import AtollCenterDomain
import Hummingbird

/// The actions of publishers on versions before a release.
struct VersionRoutes {
    let store: PeopleStore
    let changes: VersionChanges

    var routes: [APIRoute] {
        [
            APIRoute(
                .get, "v1/miniapps/:id/versions/:code", .action(.readVersions), "versions",
                "Where a version is in its life", problems: [.notFound]
            ) { request in
                let (caller, reference) = (try request.who(), try VersionChanges.Reference(request))
                return try await store.read { view in
                    let version = try view.version(reference.code, of: reference.id, for: .readVersions, by: caller)
                    let names = try view.names(
                        of: Set([version.uploader] + [version.reviewer].compactMap(\.self)), visibleTo: caller)
                    return try VersionView(
                        version, isAnnounced: view.isAnnounced(version.id), for: view.permissions(of: caller),
                        names: names)
                }
            },
            APIRoute(
                .get, "v1/miniapps/:id/versions/:code/history", .action(.readVersions), "versions",
                "What has happened to a version, the newest first", problems: [.notFound]
            ) { request in
                let (caller, reference) = (try request.who(), try VersionChanges.Reference(request))
                return try await store.read { view in
                    let version = try view.version(reference.code, of: reference.id, for: .readVersions, by: caller)
                    var filter = AuditFilter()
                    (filter.miniApp, filter.code) = (version.id.rawValue, version.code)
                    let entries = try AuditLog.entries(filter, before: nil, limit: 200, view.session)
                    let names = try view.names(of: Set(entries.map(\.actor)), visibleTo: caller)
                    return PageView(entries.map { HistoryEntryView($0, names: names) }, next: nil)
                }
            },
            changes.route(
                "submit", .uploadVersions, "versions",
                "Submit a version for review; if no review is needed, it is approved immediately"
            ) { (body: ReleaseBody) in
                let wish = try body.wish
                return { change, version in
                    try change.submit(
                        version.code, of: version.id, notes: body.notes, wish: wish, revision: version.revision,
                        by: version.caller)
                }
            },
            changes.route(
                "recall", .uploadVersions, "versions", "Take a version back from the reviewers"
            ) { change, version in
                try change.recall(version.code, of: version.id, revision: version.revision, by: version.caller)
            },
            changes.route(
                "discard", .uploadVersions, "versions", "Give up a version that was not released"
            ) { (body: CommentBody) in
                { change, version in
                    try change.discard(
                        version.code, of: version.id, comment: body.comment, revision: version.revision,
                        by: version.caller)
                }
            },
        ]
    }
}
