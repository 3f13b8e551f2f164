import AtollCenter
import AtollCenterAPI
import Hummingbird

extension Console {
    /// The mini apps of the visitor's organizations, and the versions of one.
    var miniAppRoutes: [CenterRoute] {
        [
            page("miniapps") { visit in try await miniApps(visit) },
            page("miniapps/:id") { visit in try await miniApp(visit) },
            button("miniapps/create") { visit, form in
                try await interface.send(
                    .post, "organizations/\(Self.encoded(form["organization"]))/miniapps",
                    ["id": form["id"], "superApp": form["superApp"]], for: visit)
                return "/miniapps/\(Self.encoded(form["id"]).replacingOccurrences(of: "%2E", with: "."))"
            },
            button("miniapps/:id/quarantine") { visit, form in
                let id = try id(visit)
                if form["answer"] == "end" {
                    try await interface.send(.delete, "miniapps/\(id)/quarantine", for: visit)
                } else {
                    try await interface.send(
                        .post, "miniapps/\(id)/quarantine", ["reason": form["comment"]], for: visit)
                }
                return "/miniapps/\(id)"
            },
        ]
    }

    /// The id in the path, which can't contain characters of another path.
    func id(_ visit: Visit) throws -> String {
        let id = visit.part("id")
        guard !id.isEmpty, id.utf8.count <= 128,
            id.utf8.allSatisfy({
                (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || [0x2d, 0x2e, 0x5f].contains($0)
            })
        else { throw InterfaceError(.notFound, visit.texts("nothing-here")) }
        return id
    }

    private func miniApps(_ visit: Visit) async throws -> Response {
        var groups: [[String: any Sendable]] = []
        let (organizations, nextOrganization) = try await organizationsWithMiniApps(visit)
        for (organization, actions) in organizations {
            let cursor = visit.query("organization") == organization ? visit.query("cursor") : nil
            let path =
                "organizations/\(organization)/miniapps?limit=100"
                + (cursor.map { "&cursor=\(Self.encoded($0))" } ?? "")
            guard let found: PageView<MiniAppSummaryView> = try await interface.find(path, for: visit) else {
                continue
            }
            // A platform administrator sees the organizations of others that have mini apps. The Center's own has none.
            if found.items.isEmpty, actions == nil || organization == "platform" { continue }
            func version(_ code: Int?, _ id: String) -> [String: any Sendable] {
                [
                    "code": code.map(String.init) ?? "–", "hasCode": code != nil,
                    "address": "/miniapps/\(id)/versions/\(code ?? 0)",
                ]
            }
            groups.append([
                "organization": organization, "isEmpty": found.items.isEmpty,
                "mayCreate": actions?.contains(.manageMiniApps) ?? false,
                "miniApps": found.items.map { item in
                    [
                        "id": item.id, "superApp": item.superApp ?? "–", "isQuarantined": item.quarantine != nil,
                        "live": version(item.live, item.id), "partial": version(item.partial, item.id),
                        "next": version(item.next, item.id),
                    ] as [String: any Sendable]
                },
                "hasNext": found.next != nil,
                "next": "/miniapps?organization=\(organization)&cursor=\(Self.encoded(found.next ?? ""))",
            ])
        }
        let values: [String: any Sendable] = [
            "groups": groups, "isEmpty": groups.isEmpty, "hasMore": nextOrganization != nil,
            "more": "/miniapps?after=\(Self.encoded(nextOrganization ?? ""))",
        ]
        return work("miniapps", values, title: visit.texts("miniapps"), at: "miniapps", for: visit)
    }

    /// The visitor's organizations with the permitted actions. For a platform administrator, also a page of the others.
    private func organizationsWithMiniApps(
        _ visit: Visit
    ) async throws -> (organizations: [(id: String, actions: Actions?)], next: String?) {
        let own = (visit.account?.organizations ?? []).map { (id: $0.organization, actions: Optional($0.actions)) }
        guard visit.account?.mayDo(.manageOrganizations) == true else { return (own, nil) }
        let after = visit.query("after")
        let path = "organizations?limit=25" + (after.map { "&cursor=\(Self.encoded($0))" } ?? "")
        let page: PageView<OrganizationView> = try await interface.get(path, for: visit)
        let known = Set(own.map(\.id))
        let others = page.items.filter { !known.contains($0.id) }.map { (id: $0.id, actions: Actions?.none) }
        return ((after == nil ? own : []) + others, page.next)
    }

    private func miniApp(_ visit: Visit) async throws -> Response {
        let id = try id(visit)
        let stored: VersionsView = try await interface.get("miniapps/\(id)/versions", for: visit)
        let first = stored.versions.first?.version.code
        var version: VersionView?
        if let first { version = try await interface.find("miniapps/\(id)/versions/\(first)", for: visit) }
        var lines: [VersionLine] = []
        for item in stored.versions.prefix(50) {
            let found: VersionView? = try await interface.find(
                "miniapps/\(id)/versions/\(item.version.code)", for: visit)
            if let found { lines.append(VersionLine(found, visit)) }
        }
        let own = try await ownMiniApp(id, visit)
        let known = if lines.isEmpty, own == nil { try await publishedMiniApp(id, visit) } else { own }
        guard !lines.isEmpty || known != nil else { throw InterfaceError(.notFound, visit.texts("nothing-here")) }
        var values: [String: any Sendable] = [
            "id": id, "name": version?.title ?? id, "superApp": version?.superApp ?? known?.superApp ?? "–",
            "publisher": version?.publisher ?? known?.publisher ?? "–", "mayUpload": own != nil,
            "versions": lines, "isEmpty": lines.isEmpty, "isQuarantined": version?.quarantine != nil,
            "quarantine": version?.quarantine ?? "",
            "mayQuarantine": (version?.actions ?? known?.actions)?.contains(.quarantine) == true,
            "adoption": try await adoption(of: id, visit),
        ]
        values["uploadLead"] = visit.texts("upload-lead", ["superApp": own?.superApp ?? ""])
        if let own { values["details"] = try await details(of: id, in: own.superApp, visit) }
        return work("miniapp", values, title: version?.title ?? id, at: "miniapps", for: visit)
    }

    /// The mini app, if the visitor may work on it as a member of its organization.
    private func ownMiniApp(_ id: String, _ visit: Visit) async throws -> MiniAppView? {
        for membership in visit.account?.organizations ?? [] where membership.actions.contains(.uploadVersions) {
            let path = "organizations/\(membership.organization)/miniapps/\(id)"
            if let found: MiniAppView = try await interface.find(path, for: visit),
                found.actions.contains(.uploadVersions)
            {
                return found
            }
        }
        return nil
    }

    /// The mini app for an administrator of the Center, who sees those of all organizations. It is looked up in the
    /// organization whose publisher id is the prefix of its id.
    private func publishedMiniApp(_ id: String, _ visit: Visit) async throws -> MiniAppView? {
        guard visit.account?.mayDo(.manageOrganizations) == true else { return nil }
        var cursor: String?
        repeat {
            let rest = cursor.map { "&cursor=\(Self.encoded($0))" } ?? ""
            let page: PageView<OrganizationView> = try await interface.get(
                "organizations?limit=200\(rest)", for: visit)
            for organization in page.items {
                guard let publisher = organization.publisher, id.utf8.starts(with: "\(publisher).".utf8) else {
                    continue
                }
                let path = "organizations/\(organization.id)/miniapps/\(id)"
                if let found: MiniAppView = try await interface.find(path, for: visit) { return found }
            }
            cursor = page.next
        } while cursor != nil
        return nil
    }

    /// The number of starts of each version in recent days: bars, and a table behind them.
    private func adoption(of id: String, _ visit: Visit) async throws -> [String: any Sendable] {
        let usage: UsageView? = try await interface.find("usage/miniapps/\(id)", for: visit)
        var counts: [Int: Int] = [:]
        for item in usage?.items ?? [] where item.name == "opens" || item.name == "starts" {
            // Hosts may report any number.
            let (sum, overflows) = counts[item.code, default: 0].addingReportingOverflow(item.count ?? 0)
            counts[item.code] = overflows ? .max : sum
        }
        let most = max(counts.values.max() ?? 0, 1)
        let bars = counts.sorted { $0.key > $1.key }.prefix(10).enumerated().map { index, entry in
            [
                "code": "\(entry.key)", "count": "\(entry.value)",
                "width": "\(Int(exactly: (Double(entry.value) / Double(most) * 300).rounded()) ?? 0)",
                "y": "\(index * 28)",
                "labelY": "\(index * 28 + 17)",
            ]
        }
        return [
            "bars": bars, "hasBars": !bars.isEmpty, "height": "\(max(bars.count, 1) * 28)", "isReadable": usage != nil,
        ]
    }
}
