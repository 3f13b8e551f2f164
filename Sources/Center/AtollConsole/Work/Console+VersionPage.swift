import AtollCenter
import AtollCenterAPI
import Foundation
import Hummingbird

extension Console {
    /// The maximum number of changed files that are shown with their lines. The others have a link.
    private static let filesShown = 20
    /// The number of lines after which no further file is shown with its lines.
    private static let linesShown = 3_000

    /// The page of a version.
    ///
    /// - Parameter newPreview: A link that was just created, which is shown only once.
    func version(_ visit: Visit, newPreview: NewPreviewView? = nil) async throws -> Response {
        let route = try route(visit)
        let version: VersionView = try await interface.get(route, for: visit)
        let checks: CheckView? = try await interface.find(route + "/checks", for: visit)
        let base = visit.query("base").flatMap { Int($0) }.map { "base=\($0)" } ?? ""
        let difference: DifferenceView? = try await interface.find("\(route)/diff?\(base)", for: visit)
        let comments: PageView<ReviewCommentView>? = try await interface.find(route + "/comments", for: visit)
        let viewed: ViewedView? = try await interface.find(route + "/viewed", for: visit)
        let history: PageView<HistoryEntryView>? = try await interface.find(route + "/history", for: visit)
        let pictures: PicturesView? = try await interface.find(route + "/pictures", for: visit)
        let isReviewer = version.actions.contains(.review)
        let conversation = Conversation(comments?.items ?? [], about: version.code, visit)
        let files = try await files(
            difference, version, route, base, Set(viewed?.paths ?? []), conversation, isReviewer, visit)
        var values = head(version, visit)
        values.merge(facts(difference, visit)) { $1 }
        values.merge(findings(checks, isReviewer, visit)) { $1 }
        values.merge(actions(version, visit)) { $1 }
        values.merge(try await self.pictures(pictures, of: version, before: difference?.base ?? 0, visit)) { $1 }
        values.merge(
            try await previews(
                of: version, new: newPreview, mayChange: version.actions.contains(.managePreviews), visit)
        ) { $1 }
        values["liveState"] = Self.liveState(of: version, pictures)
        values["files"] = files
        values["hasFiles"] = !files.isEmpty
        let same = difference?.files.count { $0.state == "same" } ?? 0
        values["sameCount"] = same == 0 ? "" : "\(same)"
        values["comments"] = conversation.general
        values["hasComments"] = !conversation.general.isEmpty
        values["earlierThreads"] = conversation.earlier
        values["hasEarlierThreads"] = !conversation.earlier.isEmpty
        values["openDemands"] = conversation.openDemands
        values["hasOpenDemands"] = conversation.openDemands > 0
        values["mayComment"] = version.state != .discarded && version.actions.contains(.discussReview)
        values["isReviewer"] = isReviewer
        values["history"] = (history?.items ?? []).map { entry in
            [
                "time": visit.texts.time(entry.time / 1_000),
                "who": entry.actorName ?? visit.texts("actor-" + entry.actorKind),
                "action": visit.texts("action-" + entry.action), "via": visit.texts("via-" + entry.via),
                "comment": explained(entry.comment ?? "", visit),
                "after": entry.after.map { visit.texts.texts["state-" + $0] ?? $0 } ?? "",
            ]
        }
        return work(
            "version", values, title: "\(version.title) \(version.name)", at: isReviewer ? "queue" : "miniapps",
            for: visit)
    }

    private func head(_ version: VersionView, _ visit: Visit) -> [String: any Sendable] {
        [
            "title": version.title, "name": version.name, "code": version.code, "miniApp": version.miniApp,
            "publisher": version.publisher, "superApp": version.superApp ?? "", "state": version.state.rawValue,
            "stateName": visit.texts("state-" + version.state.rawValue), "uploaded": visit.texts.time(version.uploaded),
            "changed": visit.texts.time(version.changed), "notes": version.notes, "hasNotes": !version.notes.isEmpty,
            "moment": moment(of: version, visit),
            "wish": visit.texts("wish-" + version.release), "revision": version.revision,
            "comment": explained(version.comment, visit), "hasComment": !version.comment.isEmpty,
            "isRejected": version.state == .rejected,
            "quarantine": version.quarantine ?? "", "isQuarantined": version.quarantine != nil,
            "approvals": visit.texts(
                "approvals-of", ["count": "\(version.approvals)", "needed": "\(version.approvalsNeeded)"]),
            "isPartial": version.state == .rollingOut || version.state == .held,
            "share": visit.texts.share(version.permyriad), "percent": version.permyriad / 100,
            "route": "/miniapps/\(version.miniApp)/versions/\(version.code)",
        ]
    }

    /// Replaces the codes of a rejection's reasons, which the Center stores before the comment, by words.
    private func explained(_ comment: String, _ visit: Visit) -> String {
        guard let colon = comment.range(of: ": ", options: .literal) else { return comment }
        let codes = comment[..<colon.lowerBound].components(separatedBy: ", ")
        guard codes.allSatisfy(Self.reasons.contains) else { return comment }
        let reasons = codes.map { visit.texts("reason-" + $0) }.joined(separator: ", ")
        return "\(reasons): \(comment[colon.upperBound...])"
    }

    /// The next automatic step of the Center and its time; empty if there is none.
    private func moment(of version: VersionView, _ visit: Visit) -> String {
        if version.state == .scheduled, let time = version.starts {
            return visit.texts("released-at", ["time": visit.texts.time(time)])
        }
        if version.state == .rollingOut, let time = version.stepTime {
            return visit.texts("next-step-at", ["time": visit.texts.time(time)])
        }
        return ""
    }

    private func facts(_ difference: DifferenceView?, _ visit: Visit) -> [String: any Sendable] {
        let rows = (difference?.facts ?? []).map { fact in
            [
                "kind": visit.texts("fact-" + fact.kind), "name": fact.name,
                "before": shown(fact.before, fact.kind, beside: fact.after, visit),
                "after": shown(fact.after, fact.kind, beside: fact.before, visit),
                "isAdded": fact.before == nil, "isRemoved": fact.after == nil, "isCritical": fact.isCritical,
                "change": visit.texts(fact.before == nil ? "added" : fact.after == nil ? "removed" : "changed"),
            ] as [String: any Sendable]
        }
        return [
            "facts": rows, "hasFacts": !rows.isEmpty,
            "base": difference?.base.map {
                visit.texts("compared-with", ["name": difference?.baseName ?? "", "code": "\($0)"])
            } ?? visit.texts(difference?.rejected == nil ? "first-version" : "none-approved"),
            "rejectedBefore": difference?.rejected.map { rejected -> [[String: String]] in
                let code = "\(rejected.code)"
                return [
                    ["text": visit.texts("rejected-before", ["name": rejected.name, "code": code]), "code": code]
                ]
            } ?? [],
            // With a base in the URL, the page links back to the whole difference.
            "isFirst": difference?.base == nil, "isNarrowed": visit.query("base") != nil,
            "isUnreadable": difference == nil,
        ]
    }

    /// A fact before or after a change. Sizes that differ by less than their unit are shown in bytes.
    private func shown(_ value: String?, _ kind: String, beside other: String?, _ visit: Visit) -> String {
        guard let value else { return "–" }
        guard kind == "size", let size = Int(value) else { return value.isEmpty ? "–" : value }
        let text = visit.texts.bytes(size)
        let isSame = other.flatMap { Int($0) }.map(visit.texts.bytes) == text
        return isSame ? "\(size) B" : text
    }

    private func findings(_ checks: CheckView?, _ isReviewer: Bool, _ visit: Visit) -> [String: any Sendable] {
        func row(_ item: CheckView.Item) -> [String: any Sendable] {
            [
                "key": item.key, "code": item.code, "severity": item.severity,
                "severityName": visit.texts("severity-" + item.severity),
                "place": (item.path ?? visit.texts("the-package")) + (item.line.map { ":\($0)" } ?? ""),
                "excerpt": item.excerpt,
                "hasExcerpt": !item.excerpt.isEmpty, "text": item.text, "advice": item.advice,
                "accepted": item.accepted ?? "",
                "mayAccept": isReviewer && item.accepted == nil && item.severity != "block",
            ]
        }
        let all = checks?.findings ?? []
        let open = all.filter { $0.accepted == nil }
        let accepted = all.filter { $0.accepted != nil }
        return [
            "findings": open.filter { $0.severity != "info" }.map(row),
            "infos": open.filter { $0.severity == "info" }.map(row),
            "hasInfos": open.contains { $0.severity == "info" }, "accepted": accepted.map(row),
            "hasAccepted": !accepted.isEmpty,
            // Only a few notes are shown open.
            "fewInfos": open.count { $0.severity == "info" } <= 3,
            "infoCount": open.count { $0.severity == "info" }, "acceptedCount": accepted.count,
            "isClean": checks?.isChecked == true && all.isEmpty, "isUnchecked": checks?.isChecked != true,
            "isQuiet": checks?.isChecked == true && !all.isEmpty && !open.contains { $0.severity != "info" },
        ]
    }

    /// The steps that the visitor may take, according to the Center.
    private func actions(_ version: VersionView, _ visit: Visit) -> [String: any Sendable] {
        let isMine = version.reviewer == visit.account?.id
        let steps = version.allowed
        var values: [String: any Sendable] = [:]
        for step in steps { values["may-" + step.rawValue] = true }
        values["may-decide"] = steps.contains(.approve)
        values["approvalMeans"] = approvalMeans(version, visit)
        values["hasOtherSteps"] = !steps.isEmpty && !steps.contains(.approve) && !steps.contains(.claim)
        let isInReview = version.state == .inReview
        let mayDecide = version.actions.contains(.decideReview)
        values["claimedBy"] =
            isInReview && !isMine
            ? version.reviewerName.map { visit.texts("claimed-by", ["name": $0]) } ?? visit.texts("claimed-by-other")
            : ""
        values["hasApproved"] = isInReview && mayDecide && !steps.contains(.approve)
        values["hasApprovals"] = version.approvals > 0
        // A reviewer of the super app whose rules exclude reviews within their organization.
        let isOwnWork =
            (isInReview || version.state == .submitted) && !mayDecide && version.actions.contains(.denyPermissions)
            && visit.account?.mayDo(.decideReview) == true
        values["isOwnWork"] = isOwnWork
        values["reasons"] = Self.reasons.map { ["name": $0, "text": visit.texts("reason-" + $0)] }
        values["nothingToDo"] = steps.isEmpty && !isInReview && !isOwnWork
        return values
    }

    /// States whether the last approval also releases the version, so that a reviewer does not release it by mistake.
    private func approvalMeans(_ version: VersionView, _ visit: Visit) -> String {
        let wish =
            switch version.release {
            case "automatic": visit.texts("approval-releases")
            case "at": visit.texts("approval-schedules", ["time": version.starts.map(visit.texts.time) ?? ""])
            default: visit.texts("approval-is-not-a-release")
            }
        guard version.approvalsNeeded > 1 else { return wish }
        let (needed, given) = ("\(version.approvalsNeeded)", "\(version.approvals)")
        return visit.texts("approvals-needed", ["needed": needed, "given": given]) + " " + wish
    }

    // MARK: Files

    private func files(
        _ difference: DifferenceView?, _ version: VersionView, _ route: String, _ base: String,
        _ viewed: Set<String>, _ conversation: Conversation, _ isReviewer: Bool, _ visit: Visit
    ) async throws -> [[String: any Sendable]] {
        let changed = (difference?.files ?? []).filter { $0.state != "same" }
        let formAt = visit.query("comment")
        var rows: [[String: any Sendable]] = []
        // Each thread is shown at one line only, and the number of lines on a page is limited.
        var (shownThreads, shownLines): (Set<String>, Int) = ([], 0)
        for (index, file) in changed.enumerated() {
            var row: [String: any Sendable] = [
                "path": file.path, "state": file.state, "stateName": visit.texts("file-" + file.state),
                "size": visit.texts.bytes(file.state == "removed" ? file.lengthBefore : file.lengthAfter),
                "anchor": "file-\(index)", "isViewed": viewed.contains(file.path), "isReviewer": isReviewer,
                "mayView": file.state != "removed",
                "address": "/\(route)/file?path=\(Self.encoded(file.path))", "isRemoved": file.state == "removed",
                "route": "/\(route)", "revision": version.revision,
            ]
            let isImage = Self.imageType(of: file.path) != nil
            row["isImage"] = isImage && file.state != "removed"
            row["image"] = "/\(route)/image?path=\(Self.encoded(file.path))"
            let beforeCode = difference?.base ?? 0
            row["hasImageBefore"] = isImage && file.state != "added" && beforeCode > 0
            row["imageBefore"] =
                "/miniapps/\(version.miniApp)/versions/\(beforeCode)/image?path=\(Self.encoded(file.path))"
            let isAsked = visit.query("path") == file.path
            let isShown = isAsked || (index < Self.filesShown && shownLines < Self.linesShown)
            row["isShown"] = isShown
            row["showAddress"] =
                "/\(route)?\(base.isEmpty ? "" : base + "&")path=\(Self.encoded(file.path))#file-\(index)"
            if isShown {
                let from = isAsked ? visit.query("from").map { "&from=\(Self.encoded($0))" } ?? "" : ""
                let query = "path=\(Self.encoded(file.path))\(from)" + (base.isEmpty ? "" : "&" + base)
                let lines: FileDifferenceView? = try await interface.find("\(route)/diff/file?\(query)", for: visit)
                row["isText"] = lines?.isText ?? false
                row["isBroken"] = lines?.isBroken ?? false
                row["isCut"] = lines?.isCut ?? false
                row["hunks"] = (lines?.hunks ?? []).map { hunk in
                    let rows = hunk.lines.map {
                        line(in: file.path, $0, conversation, &shownThreads, formAt, route, index)
                    }
                    return ["lines": rows] as [String: any Sendable]
                }
                shownLines += lines?.hunks.reduce(0) { $0 + $1.lines.count } ?? 0
                row.merge(lines.map { leftOut($0, "/\(route)?\(base)", "file-\(index)", visit) } ?? [:]) { $1 }
            }
            row["comments"] = conversation.ofFile(file.path)
            row["isClosed"] = viewed.contains(file.path)
            rows.append(row)
        }
        return rows
    }

    /// The part of a difference that is not on the page, and the links to it.
    private func leftOut(
        _ lines: FileDifferenceView, _ page: String, _ anchor: String, _ visit: Visit
    ) -> [String: any Sendable] {
        let end = lines.from + lines.hunks.reduce(0) { $0 + $1.lines.count }
        var row: [String: any Sendable] = ["isPart": lines.from > 0 || end < lines.rows]
        row["part"] = visit.texts("rows-of", ["from": "\(lines.from + 1)", "to": "\(end)", "all": "\(lines.rows)"])
        let place = "\(page)&path=\(Self.encoded(lines.path))"
        row["earlier"] = lines.from > 0 ? "\(place)&from=\(max(0, lines.from - 4_000))#\(anchor)" : ""
        row["later"] =
            end < lines.rows ? "\(place)&from=\(end)#\(anchor)" : ""
        if let before = lines.lineEndsBefore, let after = lines.lineEndsAfter {
            row["lineEnds"] = visit.texts("line-ends", ["before": before, "after": after])
        }
        return row
    }

    private func line(
        in path: String, _ line: FileDifferenceView.Line, _ conversation: Conversation,
        _ shown: inout Set<String>, _ formAt: String?,
        _ route: String, _ file: Int
    ) -> [String: any Sendable] {
        let text = line.pieces.map(\.text).joined()
        let place = line.after.map { "\(path):\($0)" } ?? ""
        let found = line.after == nil ? [] : conversation.of(path, line.after ?? 0, text)
        let comments = found.filter { shown.insert($0.id).inserted }
        return [
            "before": line.before.map(String.init) ?? "", "after": line.after.map(String.init) ?? "",
            "kind": line.before == nil ? "added" : line.after == nil ? "removed" : "same",
            "mark": line.before == nil ? "+" : line.after == nil ? "−" : "",
            // In a line that is entirely new, no words are marked.
            "pieces": line.pieces.map {
                ["runs": ShownText.runs($0.text), "isChanged": $0.isChanged && line.pieces.count > 1]
                    as [String: any Sendable]
            },
            "comments": comments, "hasComments": !comments.isEmpty,
            "isAsked": !place.isEmpty && formAt == place, "path": path, "lineText": String(text.prefix(500)),
            "mayComment": line.after != nil,
            "commentAddress": "/\(route)?path=\(Self.encoded(path))&comment=\(Self.encoded(place))#comment-form",
        ]
    }
}
