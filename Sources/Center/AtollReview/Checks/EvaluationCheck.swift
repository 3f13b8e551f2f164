/// `script-eval`: text that is run as code, which a reviewer can't check.
struct EvaluationCheck: ReviewCheck {
    private static let advice =
        "Write the code as code. Parse data with JSON.parse, and pass functions instead of texts."

    private typealias Found = (text: String, severity: Finding.Severity)

    /// Constant texts with which libraries find the global object, or test whether evaluation works. They have a
    /// fallback.
    private static let harmless: Set<String> = [
        "return this", "return self", "this", "return 1", "return true", "", "regeneratorRuntime = r",
    ]

    func read(_ file: SourceFile, in subject: ReviewSubject, _ list: inout FindingList) {
        let severity: Finding.Severity = subject.permitsEvaluation ? .warn : .block
        for script in file.scripts {
            for index in script.words + script.strings {
                guard let found = found(index, script, severity) else { continue }
                list.add("script-eval", found.severity, file, at: script.offset(index), found.text, advice: Self.advice)
            }
        }
    }

    private func found(_ index: Int, _ script: Script, _ severity: Finding.Severity) -> Found? {
        switch script.kind(index) {
        case .word?, .escapedWord?: word(index, script, severity)
        case .string?: name(index, script, severity)
        default: nil
        }
    }

    private func word(_ index: Int, _ script: Script, _ severity: Finding.Severity) -> Found? {
        let first = script.kind(index) == .escapedWord ? script.text(index).utf8.first ?? 0 : script.first(index)
        switch first {
        case UInt8(ascii: "e"):
            if script.isWord(index, "eval") { return evaluation(index, script, severity) }
            return script.isWord(index, "execScript") ? timer(index, script, severity) : nil
        case UInt8(ascii: "F"):
            guard script.isWord(index, "Function"), script.isGlobal(index) else { return nil }
            var call = index + 1
            if script.isMark(call, "?"), script.isMark(call + 1, ".") { call += 2 }
            guard script.isMark(call, "(") else { return otherName(index, script) }
            return script.isDeclaration(call) ? nil : function(call, script, severity)
        case UInt8(ascii: "s"): return timer(index, script, severity)
        case UInt8(ascii: "c"):
            // `[].constructor.constructor("…")`
            guard script.isWord(index, "constructor"), script.isMark(index - 1, ".") else { return nil }
            if let found = asynchronous(index, script) { return found }
            guard script.isMark(index + 1, "("), isText(index + 2, script),
                script.isWord(index - 2, "constructor") || script.isMark(index - 2, ")")
                    || script.isMark(index - 2, "]")
            else { return nil }
            return ("The script creates a function from a text through a constructor.", severity)
        default: return nil
        }
    }

    /// `const F = Function`, which gives it another name.
    private func otherName(_ index: Int, _ script: Script) -> Found? {
        let isValue =
            script.isMark(index - 1, "=") && !script.isMark(index - 2, "=") && !script.isMark(index - 2, "!")
            && !script.isMark(index + 1, ".") && !script.isMark(index + 1, "=") && !script.isMark(index + 1, "[")
            && !script.isMark(index + 1, "?")
        guard isValue else { return nil }
        return ("The script gives Function another name, with which it can create functions from texts.", .warn)
    }

    /// `Object.getPrototypeOf(async function () {}).constructor`, which makes functions of texts, too.
    private func asynchronous(_ index: Int, _ script: Script) -> Found? {
        guard script.isMark(index - 2, ")") else { return nil }
        let before = max(0, index - 24)..<max(0, index - 2)
        guard before.contains(where: { script.isWord($0, "getPrototypeOf") }),
            before.contains(where: { script.isWord($0, "async") || script.isWord($0, "function") })
        else { return nil }
        return ("The script accesses the constructor of functions, which creates them from texts.", .warn)
    }

    /// `eval("…")`, `(0, eval)("…")`, and `eval` as a value that is called under another name.
    private func evaluation(_ index: Int, _ script: Script, _ severity: Finding.Severity) -> Found? {
        guard script.isGlobal(index), !script.isWord(index - 1, "typeof") else { return nil }
        let text = "The script calls eval, which runs a text as code."
        // `eval(a)`, `eval?.(a)`, `(0, eval)(a)`
        var call = index + 1
        if script.isMark(call, "?"), script.isMark(call + 1, ".") { call += 2 }
        if script.isMark(call, ")"), script.isMark(call + 1, "("), script.isMark(index - 1, ",") { call += 1 }
        if script.isMark(call, "(") {
            guard !script.isDeclaration(call) else { return nil }
            return (text, isHarmless(call, script) ? .info : severity)
        }
        let isCalled =
            ["call", "apply", "bind"].contains { script.isWord(index + 2, $0) } && script.isMark(index + 1, ".")
        let isPassed =
            (script.isMark(index - 1, "=") && !script.isMark(index - 2, "=") && !script.isMark(index - 2, "!"))
            || ((script.isMark(index - 1, "(") || script.isMark(index - 1, ","))
                && (script.isMark(index + 1, ")") || script.isMark(index + 1, ",")))
        guard isCalled || isPassed else { return nil }
        return ("The script passes eval on, which runs a text as code.", severity)
    }

    /// `Function("…")`, with and without `new`.
    private func function(_ parenthesis: Int, _ script: Script, _ severity: Finding.Severity) -> Found? {
        let text = "The script creates a function from a text, which runs it as code."
        if isHarmless(parenthesis, script) { return (text, .info) }
        // How old libraries parse JSON without JSON.parse, and bind functions without bind.
        let first = script.string(parenthesis + 1)
        if first == "return ", script.isMark(parenthesis + 2, "+") { return (text, .warn) }
        if first == "binder", script.beginning(parenthesis + 3) == "return function (" { return (text, .info) }
        return (text, severity)
    }

    /// Whether all arguments are texts, and the last is known to be harmless.
    private func isHarmless(_ parenthesis: Int, _ script: Script) -> Bool {
        var (index, last) = (parenthesis + 1, String?.none)
        while let text = script.string(index) {
            last = text
            index += 1
            if script.isMark(index, ",") { index += 1 } else { break }
        }
        guard script.isMark(index, ")"), let last else { return false }
        let trimmed = last.trimmed
        return Self.harmless.contains(trimmed.hasSuffix(";") ? String(trimmed.dropLast()) : trimmed)
    }

    private func timer(_ index: Int, _ script: Script, _ severity: Finding.Severity) -> Found? {
        guard ["setTimeout", "setInterval", "setImmediate", "execScript"].contains(where: { script.isWord(index, $0) })
        else { return nil }
        var call = index + 1
        if script.isMark(call, "?"), script.isMark(call + 1, ".") { call += 2 }
        guard script.isMark(call, "("), script.isGlobal(index), isText(call + 1, script) else { return nil }
        return ("The script has \(script.text(index)) run a text as code.", severity)
    }

    /// `window["eval"]`, `""["constructor"]["constructor"]("…")`
    private func name(_ index: Int, _ script: Script, _ severity: Finding.Severity) -> Found? {
        guard script.isMark(index - 1, "["), script.isMark(index + 1, "]"), script.tokens[index].range.count < 40 else {
            return nil
        }
        switch script.string(index) {
        case "eval"?, "Function"?:
            guard script.isGlobalObject(index - 2) else { return nil }
            return ("The script reaches eval or Function by its name.", severity)
        case "constructor"?:
            guard script.isMark(index + 2, "("), isText(index + 3, script) || script.isMark(index - 2, "]") else {
                return nil
            }
            return ("The script creates a function from a text through a constructor.", severity)
        default: return nil
        }
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
