/// `dom-unsafe`: markup that a script assembles, which may contain text from other users.
struct UnsafeMarkupCheck: ReviewCheck {
    private static let advice = "Make elements with createElement, and set their text with textContent."

    func read(_ file: SourceFile, in subject: ReviewSubject, _ list: inout FindingList) {
        for script in file.scripts {
            for index in script.words {
                guard script.kind(index) == .word, let name = unsafe(index, script) else { continue }
                list.add(
                    "dom-unsafe", .info, file, at: script.offset(index),
                    "The script passes \(name) markup that is not a constant.", advice: Self.advice)
            }
        }
    }

    private func unsafe(_ index: Int, _ script: Script) -> String? {
        guard script.isMark(index - 1, ".") else { return nil }
        let next = script.first(index)
        if next == UInt8(ascii: "i") || next == UInt8(ascii: "o") {
            for name: StaticString in ["innerHTML", "outerHTML"] where script.isWord(index, name) {
                // `=` and `+=`, not `==`.
                let assignment = script.isMark(index + 1, "+") ? index + 2 : index + 1
                guard script.isMark(assignment, "="), !script.isMark(assignment + 1, "=") else { return nil }
                return isFixed(assignment + 1, script) ? nil : name.description
            }
            guard script.isWord(index, "insertAdjacentHTML"), script.isMark(index + 1, "(") else { return nil }
            guard script.kind(index + 2) == .string, script.isMark(index + 3, ",") else { return "insertAdjacentHTML" }
            return isFixed(index + 4, script) ? nil : "insertAdjacentHTML"
        }
        guard next == UInt8(ascii: "w"), script.isWord(index, "write") || script.isWord(index, "writeln"),
            script.isWord(index - 2, "document"), script.isMark(index + 1, "(")
        else { return nil }
        return isFixed(index + 2, script) ? nil : "document.write"
    }

    /// Whether a value is one string or template without substitutions, and nothing more.
    private func isFixed(_ index: Int, _ script: Script) -> Bool {
        guard script.string(index) != nil else { return false }
        return script.kind(index + 1) == nil || script.isMark(index + 1, ";") || script.isMark(index + 1, ")")
            || script.isMark(index + 1, ",") || script.isMark(index + 1, "}") || script.kind(index + 1) == .word
    }
}
