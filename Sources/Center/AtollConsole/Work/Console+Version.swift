import AtollCenter
import AtollCenterAPI
import AtollCenterDomain
import Foundation
import HTTPTypes
import Hummingbird

extension Console {
    private static let path = "miniapps/:id/versions/:code"

    /// The page of a version: its changes, findings, comments and actions.
    var versionRoutes: [CenterRoute] {
        [
            page(Self.path) { visit in try await version(visit) },
            page(Self.path + "/file") { visit in try await file(visit) },
            page(Self.path + "/image") { visit in try await image(visit) },
            page(Self.path + "/picture") { visit in try await picture(visit) },
            button(Self.path + "/pictures") { visit, _ in
                try await interface.send(.post, "\(try route(visit))/pictures", for: visit)
                return "/\(try route(visit))#pictures"
            },
            button(Self.path + "/comment") { visit, form in try await comment(visit, form) },
            button(Self.path + "/resolve") { visit, form in
                try await interface.send(
                    .put, "\(try route(visit))/comments/\(Self.encoded(form["comment"]))",
                    ["isResolved": form["answer"] != "open"], for: visit)
                return "/\(try route(visit))#comments"
            },
            button(Self.path + "/accept") { visit, form in
                try await interface.send(
                    .post, "\(try route(visit))/checks/accepted", ["key": form["key"], "comment": form["comment"]],
                    for: visit)
                return "/\(try route(visit))#findings"
            },
            button(Self.path + "/check") { visit, _ in
                try await interface.send(.post, "\(try route(visit))/checks", for: visit)
                return "/\(try route(visit))#findings"
            },
            button(Self.path + "/viewed") { visit, form in
                try await interface.send(
                    .put, "\(try route(visit))/viewed",
                    ViewedBody(path: form["path"], isViewed: form["answer"] == "viewed"),
                    for: visit)
                return "/\(try route(visit))#files"
            },
            button(Self.path + "/do") { visit, form in try await act(visit, form) },
        ]
    }

    /// The version's path in the API, which is also the path of its page.
    func route(_ visit: Visit) throws -> String {
        let (id, code) = (try id(visit), visit.part("code"))
        guard !code.isEmpty, code.utf8.count < 20, code.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw InterfaceError(.notFound, visit.texts("nothing-here"))
        }
        return "miniapps/\(id)/versions/\(code)"
    }

    // MARK: Actions

    private func comment(_ visit: Visit, _ form: ConsoleForm) async throws -> String {
        func text(_ name: String) -> String? { form[name].isEmpty ? nil : form[name] }
        let body = NewCommentBody(
            kind: text("kind") ?? "note", body: form["body"], answers: text("answers"), path: text("path"),
            line: text("line").flatMap { Int($0) }, lineText: text("lineText").map { String($0.prefix(500)) })
        try await interface.send(.post, "\(try route(visit))/comments", body, for: visit)
        return "/\(try route(visit))#comments"
    }

    /// Performs a step in the life cycle of the version.
    private func act(_ visit: Visit, _ form: ConsoleForm) async throws -> String {
        let (route, revision, comment) = (try route(visit), Int(form["revision"]), form["comment"])
        func send(_ verb: String, _ body: (any Encodable)? = nil) async throws {
            try await interface.send(.post, "\(route)/\(verb)", body, revision: revision, for: visit)
        }
        let share = Self.permyriad(form["share"])
        switch form["action"] {
        case "submit": try await send("submit", ReleaseBody(notes: form["notes"], release: form["release"]))
        case "approve": try await send("approvals", ["comment": comment])
        case "reject":
            let reasons = Self.reasons.filter { form["reason-" + $0] == "on" }
            try await send("reject", RejectionBody(reasons: reasons, comment: comment))
        case "discard": try await send("discard", ["comment": comment])
        case "hold": try await send("hold", ["reason": comment])
        case "withdraw": try await send("withdraw", ["reason": comment])
        case "start":
            // Separated by commas or spaces, as people write lists.
            let groups = form["groups"].split(whereSeparator: { ", ;".contains($0) }).map(String.init)
            try await send("start", StartBody(permyriad: share, groups: groups))
        case "step": try await send("step", ["permyriad": share])
        case "resume": try await send("resume", ["permyriad": share])
        case "schedule":
            guard let time = Self.time(form["time"]) else {
                throw InterfaceError(.unprocessableContent, visit.texts("bad-time"))
            }
            try await send("schedule", ["at": time])
        case "claim", "unclaim", "recall", "complete", "unschedule": try await send(form["action"])
        default: throw InterfaceError(.badRequest, visit.texts("refused"))
        }
        return "/\(route)"
    }

    /// Converts a percentage of a form, such as `12.5` or `12,5`, to parts of 10,000. The result is 0 if the text is
    /// not a percentage.
    static func permyriad(_ text: String) -> Int {
        guard let percent = Double(text.replacingOccurrences(of: ",", with: ".")), (0...100).contains(percent) else {
            return 0
        }
        return Int(exactly: (percent * 100).rounded()) ?? 0
    }

    /// Parses a time of a form, such as `2027-03-01T09:00`, in UTC.
    private static func time(_ text: String) -> Int? {
        (try? Date(text.prefix(16) + ":00Z", strategy: .iso8601)).map(\.secondsSince1970)
    }

    static let reasons = [
        "does-not-start", "broken-function", "permission-unneeded", "permission-text", "network-unneeded",
        "hidden-function", "unreadable-code", "privacy", "content", "name-or-icon", "accessibility", "security",
        "other",
    ]

    // MARK: Files

    /// A file as text.
    private func file(_ visit: Visit) async throws -> Response {
        let path = visit.query("path") ?? ""
        let place = "\(try route(visit))/file?path=\(Self.encoded(path))"
        let file: FileView = try await interface.get(
            place + (visit.query("from").map { "&from=\(Self.encoded($0))" } ?? ""), for: visit)
        let end = file.from + file.lines.count
        let values: [String: any Sendable] = [
            "path": file.path, "size": visit.texts.bytes(file.length), "isText": file.isText, "isBroken": file.isBroken,
            "isCut": file.isCut, "back": "/\(try route(visit))", "isImage": Self.imageType(of: file.path) != nil,
            "image": "/\(try route(visit))/image?path=\(Self.encoded(file.path))",
            "lines": file.lines.enumerated().map {
                ["number": "\(file.from + $0.offset)", "runs": ShownText.runs($0.element)] as [String: any Sendable]
            },
            "isPart": file.from > 1 || end <= file.lineCount,
            "part": visit.texts("lines-of", ["from": "\(file.from)", "to": "\(end - 1)", "all": "\(file.lineCount)"]),
            "earlier": file.from > 1 ? "/\(place)&from=\(max(1, file.from - 20_000))" : "",
            "later": end <= file.lineCount ? "/\(place)&from=\(end)" : "",
        ]
        return work("file", values, title: file.path, at: "", for: visit)
    }

    /// The media type of a picture that a browser shows without running anything.
    static func imageType(of path: String) -> String? {
        switch path.split(separator: ".").last?.lowercased() {
        case "png": "image/png"
        case "jpg", "jpeg": "image/jpeg"
        case "gif": "image/gif"
        case "webp": "image/webp"
        case "svg": "image/svg+xml"
        default: nil
        }
    }

    /// A picture of a package, which is served so that it can't run scripts on this origin.
    private func image(_ visit: Visit) async throws -> Response {
        // It is served only within a page. Opened by itself, an image could run scripts on this origin if a browser
        // ignored its policy.
        let isOpened = visit.request.headers[.secFetchDest].map { $0 != "image" } ?? false
        guard !isOpened, let path = visit.query("path"), let type = Self.imageType(of: path) else {
            throw InterfaceError(.notFound, visit.texts("nothing-here"))
        }
        let file: FileContentsView = try await interface.get(
            "\(try route(visit))/file/contents?path=\(Self.encoded(path))", for: visit)
        return Self.image(file.contents, type)
    }

    /// Returns an image with headers under which a page of the console may show it.
    static func image(_ contents: Data, _ type: String) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: type, .xContentTypeOptions: "nosniff", .cacheControl: "private, no-store",
                .contentSecurityPolicy: "default-src 'none'; style-src 'unsafe-inline'; sandbox",
                .crossOriginResourcePolicy: "same-origin",
            ], body: .init(byteBuffer: ByteBuffer(bytes: contents)))
    }
}

extension HTTPField.Name {
    static let secFetchDest = knownName("Sec-Fetch-Dest")
    static let crossOriginResourcePolicy = knownName("Cross-Origin-Resource-Policy")
}
