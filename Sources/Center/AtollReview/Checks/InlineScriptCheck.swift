import AtollMarkup

/// `script-inline`, `handler-inline`: inline scripts and handlers of a page, which hosts do not run.
struct InlineScriptCheck: ReviewCheck {
    /// Attributes whose value may be a URL that is a script.
    private static let targets: Set<String> = ["href", "xlink:href", "src", "action", "formaction", "data"]

    func read(_ file: SourceFile, in subject: ReviewSubject, _ list: inout FindingList) {
        // Scripts in an SVG file do not run when it is shown as an image.
        let severity: Finding.Severity = file.path.hasSuffix(".svg") ? .warn : .block
        // With eval, hosts also run the handlers that scripts write.
        let evaluates = subject.manifest.compatibility?.evaluates == true && subject.isOfWebApp(file.path)
        for script in file.scripts where !evaluates { check(script, file, &list) }
        // Hosts permit the inline scripts of those pages by their digests.
        let isRun = subject.isOfWebApp(file.path) && file.kind == .markup
        for tag in file.tags where !isRun {
            if tag.name == "script" { check(script: tag, file, severity, &list) }
            for attribute in tag.attributes {
                if attribute.isHandler {
                    list.add(
                        "handler-inline", severity, file, at: attribute.offset,
                        "The attribute \(attribute.name) of <\(tag.name)> is a script, which hosts do not run.",
                        advice: "Add the listener in a script file, with addEventListener.")
                } else if Self.targets.contains(attribute.name), Self.isScript(attribute.value) {
                    list.add(
                        "handler-inline", severity, file, at: attribute.offset,
                        "The attribute \(attribute.name) of <\(tag.name)> is a script (javascript:), which hosts do not run.",
                        advice: "Use a button, and add the listener in a script file.")
                }
            }
        }
    }

    /// Finds handlers in markup that scripts assemble.
    private func check(_ script: Script, _ file: SourceFile, _ list: inout FindingList) {
        for markup in WrittenMarkup.all(in: script) {
            let handlers = MarkupReader.read(Array(markup.text.utf8)).tags.contains {
                $0.attributes.contains(where: \.isHandler)
            }
            guard handlers else { continue }
            list.add(
                "handler-inline", .warn, file, at: markup.offset,
                "The script writes markup with a handler in it, which hosts do not run.",
                advice:
                    "Add the listener with addEventListener. A web app of another host may use \"eval\": true (atoll import --eval)."
            )
        }
    }

    private func check(
        script tag: MarkupTag, _ file: SourceFile, _ severity: Finding.Severity, _ list: inout FindingList
    ) {
        guard tag["src"] == nil, tag["href"] == nil, tag["xlink:href"] == nil else { return }
        let isMap = tag["type"]?.value.lowercased().trimmed == "importmap"
        guard MarkupReader.isScript(tag) || isMap else { return }
        // A tag without contents runs nothing.
        guard isMap || tag.hasContents else { return }
        list.add(
            "script-inline", severity, file, at: tag.offset,
            "The page has \(isMap ? "an import map" : "a script") in its text, which hosts do not run.",
            advice: isMap
                ? "Import modules by their paths." : "Move it into a file: <script type=\"module\" src=\"…\">.")
    }

    private static func isScript(_ value: String) -> Bool {
        let text = String(value.unicodeScalars.filter { $0.value > 0x20 }.map(Character.init)).lowercased()
        return text.hasPrefix("javascript:")
            && !["javascript:", "javascript:;", "javascript:void(0)", "javascript:void(0);"].contains(text)
    }
}
