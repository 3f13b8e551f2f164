/// `script-eval`: text that is run as code, which nobody can review.
struct EvaluationCheck: ReviewCheck {
    private static let advice = "Write the code as code. Parse data with JSON.parse, and pass functions instead of texts."

    func read(_ file: SourceFile, in subject: ReviewSubject, _ list: inout FindingList) {
        let severity: Finding.Severity = subject.permitsEvaluation ? .warn : .block
        for script in file.scripts {
            for index in script.tokens.indices where script.isMark(index, "(") {
                guard let found = call(index, script) else { continue }
                list.add(
                    "script-eval", found.isHarmless ? .info : severity, file, at: script.offset(index - 1), found.text,
                    advice: Self.advice)
            }
        }
    }

    private func call(_ index: Int, _ script: Script) -> (text: String, isHarmless: Bool)? {
        let name = index - 1
        if script.isWord(name, "eval"), script.isGlobal(name), !script.isDeclaration(index) {
            return ("The script calls eval, which runs a text as code.", false)
        }
        // `(0, eval)("…")`
        if script.isMark(name, ")"), script.isWord(name - 1, "eval"), script.isMark(name - 2, ",") {
            return ("The script calls eval, which runs a text as code.", false)
        }
        if script.isWord(name, "Function"), script.isGlobal(name), !script.isDeclaration(index) {
            // What many libraries do to find the global object, and do without where it fails.
            let isHarmless = script.string(index + 1).map { $0.trimmed == "return this" } ?? false
            return ("The script makes a function of a text, which runs it as code.", isHarmless)
        }
        if ["setTimeout", "setInterval", "setImmediate", "execScript"].contains(where: { script.isWord(name, $0) }),
            script.isGlobal(name), isText(index + 1, script)
        {
            return ("The script has \(script.text(name)) run a text as code.", false)
        }
        // `[]["constructor"]["constructor"]("…")`, `f.constructor("…")`
        if script.isWord(name, "constructor"), script.isMark(name - 1, "."), isText(index + 1, script),
            script.isWord(name - 2, "constructor") || script.isMark(name - 2, ")") || script.isMark(name - 2, "]")
        {
            return ("The script makes a function of a text by way of its constructor.", false)
        }
        return nil
    }

    /// Whether a text is passed: a string or template that is the whole argument, or the beginning of a sum.
    private func isText(_ index: Int, _ script: Script) -> Bool {
        switch script.kind(index) {
        case .string?: script.isMark(index + 1, ",") || script.isMark(index + 1, ")") || script.isMark(index + 1, "+")
        case .template?: true
        default: false
        }
    }
}
