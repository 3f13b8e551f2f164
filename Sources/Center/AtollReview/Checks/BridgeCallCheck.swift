/// `call-unknown`: a call of a function that `atoll.js` does not have.
struct BridgeCallCheck: ReviewCheck {
    private static let module = "/.atoll/atoll.js"

    func read(_ file: SourceFile, in subject: ReviewSubject, _ list: inout FindingList) {
        for script in file.scripts {
            let names = imported(script)
            guard !names.isEmpty else { continue }
            let shapes = WordShapes(names.keys)
            for index in script.tokens.indices where script.kind(index) == .word && script.isMark(index + 1, ".") {
                guard shapes.may(script.first(index), script.tokens[index].range.count) else { continue }
                guard !script.isMark(index - 1, "."), let group = names[script.text(index)] else { continue }
                let member = script.isMark(index + 2, ".") ? nil : script.kind(index + 2)
                guard member == .word else { continue }
                let name = script.text(index + 2)
                // A local variable with the same name can't be distinguished from the import, so only calls count.
                guard script.isMark(index + 3, "("), !KnownBridge.current.has(name, in: group) else { continue }
                list.add(
                    "call-unknown", .warn, file, at: script.offset(index),
                    "The script calls \(group).\(name), which the bridge does not have.",
                    advice: "Check the name in atoll.d.ts.")
            }
            for index in script.words.map({ $0 + 1 })
            where script.isMark(index, "(") && script.isWord(index - 1, "call") {
                guard names["call"] == "call" || script.isMark(index - 2, "."), let name = script.string(index + 1),
                    names["call"] != nil, !script.isMark(index - 2, "."), !has(name)
                else { continue }
                list.add(
                    "call-unknown", .warn, file, at: script.offset(index - 1),
                    "The script calls “\(name.prefix(60))”, which the bridge does not have.",
                    advice: "Check the name in atoll.d.ts.")
            }
        }
    }

    private func has(_ method: String) -> Bool {
        let parts = method.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        return parts.count == 2
            ? KnownBridge.current.has(parts[1], in: parts[0]) : KnownBridge.current.has(method, in: "")
    }

    private func isName(_ index: Int, _ script: Script) -> Bool {
        switch script.kind(index) {
        case .word?, .escapedWord?, .string?: true
        default: false
        }
    }

    /// The groups that a script imports from `atoll.js`, by their local names.
    private func imported(_ script: Script) -> [String: String] {
        var names: [String: String] = [:]
        for index in script.words where script.isWord(index, "from") {
            guard script.string(index + 1) == Self.module, script.isMark(index - 1, "}") else { continue }
            var next = index - 2
            // Between the braces there are only names and commas, so no token is read for two imports.
            while next >= 0, index - next < 300, isName(next, script) || script.isMark(next, ",") {
                if script.kind(next) == .word {
                    if script.isWord(next - 1, "as") {
                        names[script.text(next)] = script.text(next - 2)
                        next -= 2
                    } else {
                        names[script.text(next)] = script.text(next)
                    }
                }
                next -= 1
            }
        }
        return names.filter { KnownBridge.current.groups[$0.value] != nil || $0.value == "call" }
    }
}
