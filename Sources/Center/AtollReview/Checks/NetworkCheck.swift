import AtollMarkup

/// `net-undeclared`, `net-insecure`: origins that scripts and pages refer to and the manifest does not name.
struct NetworkCheck: ReviewCheck {
    /// How certain it is that a URL is fetched.
    private enum Certainty: Int {
        case mentioned
        case likely
        /// The target of a form. Hosts do not send forms.
        case sent
        /// Part of a page, such as an image. Hosts load it from another origin only if the manifest names that.
        case shown
        case fetched
    }

    private struct Place {
        var certainty: Certainty
        let url: WebURL
        let path: String
        let line: Int
        let excerpt: String
    }

    private var places: [String: Place] = [:]
    private var order: [String] = []
    /// The origins from which pages may show media: `atoll_media` of the manifest.
    private var shownByManifest: Set<String> = []
    private static let fonts = [".woff", ".ttf", ".otf", ".eot"]
    /// The maximum number of origins that are stored, since a package may name any number.
    private static let maximum = 1_000
    /// Hosts in names that look like URLs but are not fetched.
    private static let names: Set<String> = [
        "www.w3.org", "schema.org", "json-schema.org", "ns.adobe.com", "purl.org", "www.inkscape.org",
        "sodipodi.sourceforge.net",
    ]
    private static let media: Set<String> = ["img", "video", "audio", "source", "track", "input", "image", "use"]
    private static let likelyNames = [
        "api", "endpoint", "server", "baseurl", "base_url", "backend", "socket", "gateway",
    ]

    mutating func read(_ file: SourceFile, in subject: ReviewSubject, _ list: inout FindingList) {
        shownByManifest = Set(subject.manifest.media)
        for tag in file.tags { read(tag, file) }
        for reference in file.styleReferences where !reference.isImport {
            guard let url = WebURL(reference.value) else { continue }
            // No manifest permits fonts from other origins.
            let isFont = Self.fonts.contains { reference.value.lowercased().contains($0) }
            note(url, .shown, file, reference.offset, mayBeShown: !isFont)
        }
        for script in file.scripts {
            for index in script.strings {
                guard Self.mayBeURL(script, index), let text = script.beginning(index), let url = WebURL(text) else {
                    continue
                }
                // A template that continues within the host does not name a complete host.
                if script.kind(index) == .template, script.string(index) == nil, !text.dropFirst(8).contains("/") {
                    continue
                }
                note(url, certainty(of: index, script), file, script.offset(index))
            }
        }
    }

    private mutating func read(_ tag: MarkupTag, _ file: SourceFile) {
        func note(_ attribute: MarkupTag.Attribute?, _ certainty: Certainty, _ places: inout Self) {
            guard let attribute, let url = WebURL(attribute.value) else { return }
            places.note(url, certainty, file, attribute.offset)
        }
        if Self.media.contains(tag.name) {
            for name in ["src", "poster", "href", "xlink:href"] { note(tag[name], .shown, &self) }
            if let set = tag["srcset"], let url = WebURL(set.value) { self.note(url, .shown, file, set.offset) }
        } else if tag.name == "form" {
            note(tag["action"], .sent, &self)
        } else if tag.name == "link" {
            let relations = tag["rel"]?.value.lowercased() ?? ""
            if relations.contains("preconnect") || relations.contains("dns-prefetch") {
                note(tag["href"], .mentioned, &self)
            }
        }
    }

    /// Whether a string begins like a URL, without decoding it.
    private static func mayBeURL(_ script: Script, _ index: Int) -> Bool {
        let range = script.tokens[index].range
        guard range.count > 8 else { return false }
        switch script.byte(range.lowerBound + 1) | 0x20 {
        case UInt8(ascii: "h"), UInt8(ascii: "w"), UInt8(ascii: "\\") | 0x20: return true
        case UInt8(ascii: "/"): return script.byte(range.lowerBound + 2) == UInt8(ascii: "/")
        default: return false
        }
    }

    private mutating func note(
        _ url: WebURL, _ certainty: Certainty, _ file: SourceFile, _ offset: Int, mayBeShown: Bool = true
    ) {
        guard !Self.names.contains(url.host) else { return }
        // Media that the manifest permits must not hide another use of the origin.
        if certainty == .shown, mayBeShown, shownByManifest.contains(url.origin) { return }
        if let known = places[url.origin] {
            guard certainty.rawValue > known.certainty.rawValue else { return }
        } else {
            // A flood of names must not hide what is fetched.
            guard order.count < (certainty == .fetched ? 2 : 1) * Self.maximum else { return }
            order.append(url.origin)
        }
        let place = file.place(of: offset)
        places[url.origin] = Place(
            certainty: certainty, url: url, path: file.path, line: place.line, excerpt: place.excerpt)
    }

    private func certainty(of index: Int, _ script: Script) -> Certainty {
        if script.isMark(index - 1, "(") {
            let name = index - 2
            if script.isWord(name, "fetch"), script.isGlobal(name) { return .fetched }
            if script.isWord(name, "sendBeacon") { return .fetched }
            if script.isWord(name - 1, "new") {
                let made: [StaticString] = ["WebSocket", "EventSource", "Request", "WebTransport"]
                if made.contains(where: { script.isWord(name, $0) }) { return .fetched }
            }
            let verbs: [StaticString] = ["get", "post", "put", "patch", "delete", "ajax", "getJSON"]
            if script.isMark(name - 1, "."), verbs.contains(where: { script.isWord(name, $0) }),
                script.isWord(name - 2, "axios") || script.isWord(name - 2, "$") || script.isWord(name - 2, "jQuery")
            {
                return .fetched
            }
        }
        // `request.open("GET", "…")`
        if script.isMark(index - 1, ","), script.kind(index - 2) == .string, script.isMark(index - 3, "("),
            script.isWord(index - 4, "open")
        {
            return .fetched
        }
        guard script.isMark(index - 1, "=") || script.isMark(index - 1, ":"), script.kind(index - 2) != nil else {
            return .mentioned
        }
        let name = script.text(index - 2).lowercased()
        return name.utf8.count <= 60 && Self.likelyNames.contains { name.contains($0) } ? .likely : .mentioned
    }

    func finish(_ subject: ReviewSubject, _ list: inout FindingList) {
        func add(_ code: String, _ severity: Finding.Severity, _ place: Place, _ text: String, advice: String) {
            // Code written for another host may try to connect. Hosts block each origin that the manifest does not
            // name.
            let isStopped = subject.isOfWebApp(place.path)
            list.add(
                Finding(
                    code, isStopped ? (severity == .block ? .warn : severity) : severity, path: place.path,
                    line: place.line, excerpt: place.excerpt, text, advice: advice))
        }
        let declared = Set(subject.manifest.network)
        for origin in order {
            guard let place = places[origin] else { continue }
            let url = place.url
            if place.certainty == .sent {
                add(
                    "net-undeclared", .warn, place,
                    "The page has a form that is sent to \(origin), which hosts do not permit.",
                    advice: "Send what was entered in a script, with fetch, and name the origin in atoll_network.")
            } else if place.certainty == .shown {
                add(
                    url.isInsecure ? "net-insecure" : "net-undeclared", url.isInsecure ? .block : .warn, place,
                    "The page shows something from \(origin), which hosts do not load.",
                    advice: "Put the file into the package"
                        + (url.isInsecure || url.isAddress ? "." : ", or name the origin of a picture in atoll_media."))
            } else if place.certainty == .fetched, url.isInsecure || url.isAddress, !url.isThisMachine {
                add(
                    "net-insecure", .block, place,
                    url.isInsecure
                        ? "The script connects to \(origin) without encryption, so others can read the traffic."
                        : "The script connects to \(origin), which is an IP address without a host name.",
                    advice: "Connect to an https: or wss: URL with a host name, and name its origin in atoll_network.")
            } else if !declared.contains(origin) {
                let isFetched = place.certainty != .mentioned
                add(
                    "net-undeclared", isFetched ? .warn : .info, place,
                    isFetched
                        ? "The script connects to \(origin), which the manifest does not name, so hosts stop it."
                        : "A text names \(origin), which the manifest does not.",
                    advice: url.isThisMachine
                        ? "Hosts do not connect to a user's own machine. For an API on yours, use: atoll dev --connect \(origin)"
                        : "If the mini app connects to it, name it in atoll_network; otherwise ignore this.")
            }
        }
    }
}
