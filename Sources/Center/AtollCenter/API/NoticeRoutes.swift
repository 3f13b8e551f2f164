import AtollCenterAPI
import AtollCenterAnswers
import AtollCenterDomain

/// The notices of an account.
struct NoticeRoutes {
    let store: PeopleStore

    var routes: [APIRoute] {
        [
            APIRoute(
                .get, "v1/notices", .oneself, "notices", "List your notices, newest first",
                query: [
                    .init(
                        name: "cursor", schema: .integer(1...JSONSchema.maximumInteger),
                        summary: "The next of the page before."), APIRequest.limitParameter,
                ]
            ) { request in
                let account = try request.ownSession().account
                let caller = try request.who()
                let cursor = try request.number("cursor", in: 1...JSONSchema.maximumInteger)
                let size = try request.pageSize()
                let notices = try await store.read { view in
                    let notices = try view.notices(of: account, before: cursor, limit: size)
                    let names = try view.names(of: Set(notices.map(\.entry.actor)), visibleTo: caller)
                    let versions = try view.namesOfVersions(notices.map(\.entry))
                    return notices.map { notice in
                        NoticeView(notice, names: names, about: versions[VersionKey(notice.entry)])
                    }
                }
                return PageView(notices, full: size) { "\($0.number)" }
            },
            APIRoute(.get, "v1/notices/unread", .oneself, "notices", "How much of it one has not read") { request in
                let account = try request.ownSession().account
                return CountView(count: try await store.read { try $0.unreadNotices(of: account) })
            },
            APIRoute(.put, "v1/notices/read", .oneself, "notices", "Say up to which one has read") {
                (request, body: ReadNoticesBody) in
                let (caller, account) = (try request.who(), try request.ownSession().account)
                try await store.change(by: caller.actor) { try $0.readNotices(upTo: body.number, of: account) }
            },
            APIRoute(
                .get, "v1/notices/settings", .oneself, "notices", "Get your mail settings for each kind of notice"
            ) { request in
                let account = try request.ownSession().account
                return NoticeSettingsView(try await store.read { try $0.noticeModes(of: account) })
            },
            APIRoute(
                .put, "v1/notices/settings", .oneself, "notices",
                "Change your mail settings for some kinds of notices", problems: [.conflict]
            ) { (request, body: NoticeSettingsView) in
                let (caller, account) = (try request.who(), try request.ownSession().account)
                let modes = body.modes
                return NoticeSettingsView(
                    try await store.change(by: caller.actor) { change in
                        try change.setNoticeModes(modes, of: account)
                        return try change.view.noticeModes(of: account)
                    })
            },
        ]
    }
}
