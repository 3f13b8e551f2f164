import AtollMarkup

/// `net-unstopped`: frames and hints to connect. A policy blocks them, but browsers resolve the host name before they
/// check the policy, so the name can leak what the mini app knows.
struct UnstoppedConnectionCheck: ReviewCheck {
    private static let code = "net-unstopped"
    private static let frames: [String] = ["iframe", "frame", "object", "embed"]
    private static let hints: [String] = ["preconnect", "dns-prefetch"]

    func read(_ file: SourceFile, in subject: ReviewSubject, _ list: inout FindingList) {
        for tag in file.tags where tag.name == "link" && isHint(tag) {
            add("The page asks browsers to connect elsewhere in advance", file, tag.offset, &list)
        }
        for script in file.scripts {
            for index in script.strings {
                let text = words(index, script)
                if text.contains(where: Self.hints.contains), isRelation(index, script) {
                    add("The script asks browsers to connect elsewhere in advance", file, script.offset(index), &list)
                } else if text.count == 1, Self.frames.contains(text[0]), isElement(index, script) {
                    add("The script makes a frame", file, script.offset(index), &list)
                } else if text == ["srcdoc"], script.isMark(index - 1, "("), script.isWord(index - 2, "setAttribute") {
                    add("The script fills a frame", file, script.offset(index), &list)
                }
            }
            for index in script.words
            where script.isWord(index, "srcdoc") && script.isMark(index - 1, ".") && isSet(index, script) {
                add("The script fills a frame", file, script.offset(index), &list)
            }
        }
    }

    private func isSet(_ index: Int, _ script: Script) -> Bool {
        script.isMark(index + 1, "=") && !script.isMark(index + 2, "=")
    }

    private func isHint(_ tag: MarkupTag) -> Bool {
        let relations = tag["rel"]?.value.lowercased() ?? ""
        return relations.split { $0.isWhitespace }.contains { Self.hints.contains(String($0)) }
    }

    /// The words of a short text, in lower case.
    private func words(_ index: Int, _ script: Script) -> [String] {
        guard let text = script.string(index), text.utf8.count <= 60 else { return [] }
        return text.lowercased().split(separator: " ").map(String.init)
    }

    /// Whether a text is the value of `rel`, in an assignment, an attribute or a list of properties.
    private func isRelation(_ index: Int, _ script: Script) -> Bool {
        if script.isMark(index - 1, "=") || script.isMark(index - 1, ":") { return isRel(index - 2, script) }
        return script.isMark(index - 1, ",") && isRel(index - 2, script)
    }

    private func isRel(_ index: Int, _ script: Script) -> Bool {
        script.isWord(index, "rel") || script.string(index) == "rel"
    }

    /// Whether a text is the name of an element that the script creates.
    private func isElement(_ index: Int, _ script: Script) -> Bool {
        if script.isMark(index - 1, "(") { return script.isWord(index - 2, "createElement") }
        guard script.isMark(index - 1, ",") else { return false }
        return (max(0, index - 6)..<index).contains { script.isWord($0, "createElementNS") }
    }

    private func add(_ what: String, _ file: SourceFile, _ offset: Int, _ list: inout FindingList) {
        list.add(
            Self.code, .warn, file, at: offset,
            "\(what). Hosts block it, but browsers resolve the name first, which can leak what the mini app knows.",
            advice: "Leave it out: it does not work in a mini app.")
    }
}
