import AtollMarkup

/// `script-remote`: code or styles from another host, which no reviewer has seen and hosts do not load.
struct RemoteScriptCheck: ReviewCheck {
    private static let code = "script-remote"
    private var severity = Finding.Severity.block
    private static let advice = "Put the file into the package, and refer to it by its path."
    /// The values of `rel` for which a `link` loads part of the page.
    private static let loads: Set<String> = ["stylesheet", "modulepreload", "preload", "prefetch", "icon", "manifest"]

    mutating func read(_ file: SourceFile, in subject: ReviewSubject, _ list: inout FindingList) {
        // Code written for another host may name many files that it can do without. Hosts load none of them.
        severity = subject.isOfWebApp(file.path) ? .warn : .block
        for tag in file.tags { check(tag, file, &list) }
        for reference in file.styleReferences where reference.isImport {
            guard let url = WebURL(reference.value) else { continue }
            report(file, reference.offset, "The style sheet imports another one from \(url.host).", &list)
        }
        for script in file.scripts { check(script, file, &list) }
    }

    private func check(_ tag: MarkupTag, _ file: SourceFile, _ list: inout FindingList) {
        switch tag.name {
        case "script":
            guard MarkupReader.isScript(tag) else { return }
            for name in ["src", "href", "xlink:href"] {
                guard let source = tag[name], let url = WebURL(source.value) else { continue }
                report(file, tag.offset, "The page loads a script from \(url.host).", &list)
            }
        case "link":
            let relations = (tag["rel"]?.value.lowercased() ?? "").split(separator: " ").map(String.init)
            guard !Self.loads.isDisjoint(with: relations), let target = tag["href"], let url = WebURL(target.value)
            else { return }
            report(file, tag.offset, "The page loads a file from \(url.host).", &list)
        case "iframe", "frame", "object", "embed":
            for name in ["src", "data"] {
                guard let source = tag[name], let url = WebURL(source.value) else { continue }
                report(file, tag.offset, "The page embeds a page of \(url.host).", &list)
            }
        case "base":
            guard let target = tag["href"], let url = WebURL(target.value) else { return }
            report(file, tag.offset, "The page resolves its relative URLs against \(url.host).", &list)
        default: break
        }
    }

    private func check(_ script: Script, _ file: SourceFile, _ list: inout FindingList) {
        for index in script.strings {
            if isInserted(index, script) {
                report(file, script.offset(index), "The script inserts a script from another host.", &list)
                continue
            }
            guard isLoaded(index, script), let text = script.beginning(index), let url = WebURL(text) else { continue }
            report(file, script.offset(index), "The script loads code from \(url.host).", &list)
        }
    }

    /// Whether a string names code, as in `import "…"`, `from "…"`, `import("…")`, `importScripts("…")` or
    /// `new Worker("…")`.
    private func isLoaded(_ index: Int, _ script: Script) -> Bool {
        if script.isWord(index - 1, "import") { return !script.isMark(index - 2, ".") }
        if script.isWord(index - 1, "from") { return script.kind(index - 2) != nil && !script.isMark(index - 2, ".") }
        // `script.src = "https://…/a.js"`
        if script.isMark(index - 1, "="), script.isWord(index - 2, "src"), script.isMark(index - 3, ".") {
            return script.beginning(index)?.split(separator: "?").first?.hasSuffix(".js") ?? false
        }
        guard script.isMark(index - 1, "(") else { return false }
        if script.isWord(index - 2, "getScript") { return true }
        if script.isWord(index - 2, "import") { return !script.isMark(index - 3, ".") }
        if script.isWord(index - 2, "importScripts") { return script.isGlobal(index - 2) }
        let isWorker =
            script.isWord(index - 2, "Worker") || script.isWord(index - 2, "SharedWorker")
            || script.isWord(index - 2, "register")
        return isWorker && (script.isWord(index - 3, "new") || script.isWord(index - 4, "serviceWorker"))
    }

    /// Whether a text contains a script element whose source is on another host.
    private func isInserted(_ index: Int, _ script: Script) -> Bool {
        guard script.tokens[index].range.count > 20, script.contains("<script", at: index),
            let text = script.beginning(index)
        else { return false }
        let bytes = Array(text.utf8)
        return MarkupReader.read(bytes).tags.contains { tag in
            tag.name == "script" && MarkupReader.isScript(tag) && tag["src"].flatMap { WebURL($0.value) } != nil
        }
    }

    private func report(_ file: SourceFile, _ offset: Int, _ text: String, _ list: inout FindingList) {
        list.add(Self.code, severity, file, at: offset, text, advice: Self.advice)
    }
}
