import AtollPackages

/// Compares the parts of two manifests that matter to users.
enum ManifestFacts {
    /// The facts of a version: kind and name, the value, and whether adding or changing it is critical.
    private struct Fact {
        let kind: String
        let name: String
        let value: String
        var addingIsCritical = false
        var changingIsCritical = false
    }

    static func changes(from before: ReviewedVersion?, to after: ReviewedVersion) -> [PackageDifference.Fact] {
        let (old, new) = (before.map(facts) ?? [], facts(of: after))
        let known = Dictionary(old.map { ([$0.kind, $0.name], $0) }, uniquingKeysWith: { first, _ in first })
        let kept = Set(new.map { [$0.kind, $0.name] })
        var changes: [PackageDifference.Fact] = []
        for fact in new {
            let earlier = known[[fact.kind, fact.name]]
            guard earlier?.value != fact.value else { continue }
            changes.append(
                PackageDifference.Fact(
                    kind: fact.kind, name: fact.name, before: earlier?.value, after: fact.value,
                    isCritical: earlier == nil ? fact.addingIsCritical : fact.changingIsCritical))
        }
        for fact in old where !kept.contains([fact.kind, fact.name]) {
            changes.append(
                PackageDifference.Fact(
                    kind: fact.kind, name: fact.name, before: fact.value, after: nil, isCritical: false))
        }
        // Critical changes come first. The sort is stable, so the others remain as listed.
        return changes.filter(\.isCritical) + changes.filter { !$0.isCritical }
    }

    private static func facts(of version: ReviewedVersion) -> [Fact] {
        let manifest = version.manifest
        var facts: [Fact] = []
        for permission in manifest.permissions {
            let words = (permission.reason ?? "") + (permission.isOptional ? " (optional)" : "")
            facts.append(
                Fact(
                    kind: "permission", name: permission.name, value: words, addingIsCritical: true,
                    changingIsCritical: false))
        }
        for token in manifest.tokens {
            let value = token.scopes.sorted().joined(separator: ", ") + " – " + token.reason
            facts.append(
                Fact(
                    kind: "token", name: token.audience, value: value, addingIsCritical: true, changingIsCritical: true)
            )
        }
        if let sector = manifest.sector {
            facts.append(Fact(kind: "sector", name: "", value: sector.rawValue, addingIsCritical: true))
        }
        for origin in manifest.network {
            facts.append(Fact(kind: "network", name: origin, value: origin, addingIsCritical: true))
        }
        for origin in manifest.media {
            facts.append(Fact(kind: "media", name: origin, value: origin, addingIsCritical: true))
        }
        for origin in manifest.links {
            facts.append(Fact(kind: "link", name: origin, value: origin, addingIsCritical: true))
        }
        if let compatibility = manifest.compatibility {
            let value = compatibility.kind.rawValue + (compatibility.evaluates ? ", eval" : "")
            facts.append(
                Fact(kind: "compatibility", name: "", value: value, addingIsCritical: true, changingIsCritical: true))
        }
        for widget in manifest.widgets {
            facts.append(Fact(kind: "widget", name: widget.path, value: widget.name))
        }
        if let support = manifest.support { facts.append(Fact(kind: "support", name: "", value: support)) }
        if let search = manifest.search { facts.append(Fact(kind: "search", name: search, value: search)) }
        for page in manifest.pages { facts.append(Fact(kind: "page", name: page, value: page)) }
        facts.append(Fact(kind: "name", name: "", value: manifest.name, changingIsCritical: true))
        for icon in manifest.icons {
            let digest = version.files.digest(ofFileAt: icon.source)?.hex.prefix(12) ?? "–"
            facts.append(Fact(kind: "icon", name: icon.source, value: String(digest), changingIsCritical: true))
        }
        if let summary = manifest.summary { facts.append(Fact(kind: "description", name: "", value: summary)) }
        facts.append(Fact(kind: "version", name: "", value: manifest.version.name))
        facts.append(Fact(kind: "platform", name: "", value: String(manifest.platform.minimumCode)))
        for file in version.files.files where file.path.hasPrefix("i18n/") && file.path.hasSuffix(".json") {
            let language = String(file.path.dropFirst(5).dropLast(5))
            facts.append(Fact(kind: "language", name: language, value: language))
        }
        for (language, texts) in version.texts.sorted(by: { $0.key < $1.key }) {
            if let name = texts.name {
                facts.append(
                    Fact(kind: "name", name: language, value: name, addingIsCritical: true, changingIsCritical: true))
            }
            if let summary = texts.summary { facts.append(Fact(kind: "description", name: language, value: summary)) }
            for (permission, reason) in texts.reasons.sorted(by: { $0.key < $1.key }) {
                facts.append(Fact(kind: "reason", name: "\(permission) \(language)", value: reason))
            }
        }
        facts.append(Fact(kind: "size", name: "", value: "\(version.files.totalBytes)"))
        return facts
    }
}
