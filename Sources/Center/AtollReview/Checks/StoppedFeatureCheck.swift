import AtollMarkup

/// `host-stops`: features that hosts block, so that they fail silently: workers, frames, another base URL.
struct StoppedFeatureCheck: ReviewCheck {
    private static let code = "host-stops"

    func read(_ file: SourceFile, in subject: ReviewSubject, _ list: inout FindingList) {
        for tag in file.tags { check(tag, file, isOfWebApp: subject.isOfWebApp(file.path), &list) }
        for script in file.scripts {
            for index in script.words where script.kind(index) == .word {
                guard let what = feature(index, script, isOfWebApp: subject.isOfWebApp(file.path)) else { continue }
                list.add(
                    Self.code, .warn, file, at: script.offset(index), "The script \(what), which hosts do not permit.",
                    advice: "Do without it where it fails, and check that the mini app works then.")
            }
        }
    }

    private func feature(_ index: Int, _ script: Script, isOfWebApp: Bool) -> String? {
        switch script.first(index) {
        // Web apps of other hosts may have workers and WebAssembly, but no shared workers.
        case UInt8(ascii: "W") where !isOfWebApp:
            if script.isWord(index, "Worker"), script.isWord(index - 1, "new"), script.isMark(index + 1, "(") {
                return "starts a worker"
            }
            guard script.isWord(index, "WebAssembly"), script.isMark(index + 1, ".") else { return nil }
            let isCompiled = ["compile", "instantiate", "compileStreaming", "instantiateStreaming", "Module"].contains {
                script.isWord(index + 2, $0)
            }
            return isCompiled ? "compiles WebAssembly" : nil
        case UInt8(ascii: "S"):
            return script.isWord(index, "SharedWorker") && script.isWord(index - 1, "new") ? "starts a worker" : nil
        case UInt8(ascii: "r"):
            guard script.isWord(index, "register"), script.isMark(index - 1, "."),
                script.isWord(index - 2, "serviceWorker")
            else { return nil }
            return "registers a service worker"
        default: return nil
        }
    }

    private func check(_ tag: MarkupTag, _ file: SourceFile, isOfWebApp: Bool, _ list: inout FindingList) {
        let what: String
        switch tag.name {
        case "base" where tag["href"] != nil && !isOfWebApp: what = "sets the base of its URLs"
        case "iframe", "frame", "object", "embed": what = "embeds another page (<\(tag.name)>)"
        case "meta" where tag["http-equiv"]?.value.lowercased() == "refresh":
            what = "redirects by itself (refresh)"
        default: return
        }
        // Other checks report URLs on other hosts.
        if ["src", "data", "href"].contains(where: { tag[$0].flatMap { WebURL($0.value) } != nil }) { return }
        list.add(
            Self.code, .warn, file, at: tag.offset, "The page \(what), which hosts do not permit.",
            advice: "Do without it: write URLs from the root, and show embedded content as part of the page.")
    }
}
