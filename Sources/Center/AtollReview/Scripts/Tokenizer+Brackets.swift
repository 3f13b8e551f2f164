/// Determines the role of brackets from the tokens before them, which decides whether a value ends where they close.
extension Tokenizer {
    private func isWord(_ index: Int, _ word: StaticString) -> Bool {
        guard tokens.indices.contains(index), tokens[index].kind == .word else { return false }
        return Words.isEqual(bytes, tokens[index].range, word)
    }

    private func isPunctuator(_ index: Int, _ mark: Unicode.Scalar) -> Bool {
        guard tokens.indices.contains(index), tokens[index].kind == .punctuator else { return false }
        return UInt32(bytes[Int(tokens[index].start)]) == mark.value && tokens[index].range.count == 1
    }

    /// The role of the `(` that was added last.
    func parenthesis() -> Bracket {
        let index = tokens.count - 2
        guard !isPunctuator(index - 1, ".") else { return .parenthesis(isHead: false, isFunctionValue: false) }
        let isHead =
            isWord(index, "if") || isWord(index, "while") || isWord(index, "for") || isWord(index, "with")
            || (isWord(index, "await") && isWord(index - 1, "for"))
        // `function (`, `function name (`, `function* name (`.
        var function = index
        if !isWord(function, "function"), tokens.indices.contains(function), tokens[function].kind == .word {
            function -= 1
        }
        if isPunctuator(function, "*") { function -= 1 }
        let isFunction = isWord(function, "function")
        return .parenthesis(isHead: isHead, isFunctionValue: isFunction && isExpression(before: function))
    }

    /// Whether a value begins at a token instead of a statement.
    private func isExpression(before index: Int) -> Bool {
        var last = index - 1
        if isWord(last, "async") { last -= 1 }
        guard tokens.indices.contains(last) else { return false }
        let token = tokens[last]
        switch token.kind {
        case .punctuator:
            let byte = bytes[Int(token.start)]
            if token.range.count == 2, byte == UInt8(ascii: "=") { return true }
            return ![0x3b, 0x7b, 0x7d, 0x29].contains(byte)
        case .word: return Words.precedesExpression(bytes, token.range) && !isWord(last, "else") && !isWord(last, "do")
        default: return false
        }
    }

    /// The role of a `{`.
    mutating func brace(followsValue: Bool, followsHead: Bool) -> Bracket {
        let last = tokens.count - 1
        if followsHead { return .brace(isValue: false, isObject: false) }
        guard last >= 0 else { return .brace(isValue: false, isObject: false) }
        if let index = classWord(before: last) {
            return .brace(isValue: isExpression(before: index), isObject: false)
        }
        // After `)`, it is the body of a function, which is a value if the function is.
        if isPunctuator(last, ")") {
            if case .parenthesis(_, let isFunctionValue)? = lastParenthesis {
                return .brace(isValue: isFunctionValue, isObject: false)
            }
            return .brace(isValue: false, isObject: false)
        }
        if tokens[last].kind == .punctuator, tokens[last].range.count == 2, bytes[Int(tokens[last].start)] == 0x3d {
            // The body of an arrow function: a `/` after it is not a division.
            return .brace(isValue: false, isObject: false)
        }
        if followsValue { return .brace(isValue: false, isObject: false) }
        if isPunctuator(last, ";") || isPunctuator(last, "{") || isPunctuator(last, "}") {
            return .brace(isValue: false, isObject: false)
        }
        if isWord(last, "else") || isWord(last, "do") || isWord(last, "try") || isWord(last, "finally") {
            return .brace(isValue: false, isObject: false)
        }
        if isPunctuator(last, ":") {
            // In an object, and after `?`, it is a value. After a label or a case, it is a block.
            guard case .brace(_, let isObject)? = open.last else { return .brace(isValue: true, isObject: true) }
            let isValue = isObject || isChoice(last)
            return .brace(isValue: isValue, isObject: isValue)
        }
        return .brace(isValue: true, isObject: true)
    }

    /// The index of the word `class` whose body begins after a token: `class {`, `class A extends B.C {`,
    /// `class extends mixin(A, B)[0] {`.
    private mutating func classWord(before last: Int) -> Int? {
        var (index, depth) = (last, 0)
        // Without `extends`, `class` before a parenthesis is the name of a method.
        var needsExtends = false
        for _ in 0..<200 where index >= 0 {
            guard mayLookBack() else { return nil }
            if isPunctuator(index, ")") || isPunctuator(index, "]") {
                depth += 1
                needsExtends = true
            } else if depth > 0 {
                if isPunctuator(index, "(") || isPunctuator(index, "[") { depth -= 1 }
            } else if isWord(index, "class") {
                return needsExtends ? nil : index
            } else if isWord(index, "extends") {
                needsExtends = false
            } else if tokens[index].kind != .word, !isPunctuator(index, ".") {
                return nil
            }
            index -= 1
        }
        return nil
    }

    /// Whether a `:` belongs to a preceding `?` nearby.
    private mutating func isChoice(_ colon: Int) -> Bool {
        var (index, depth) = (colon - 1, 0)
        for _ in 0..<200 where index >= 0 {
            guard mayLookBack() else { return false }
            if isPunctuator(index, ")") || isPunctuator(index, "]") || isPunctuator(index, "}") {
                depth += 1
            } else if isPunctuator(index, "(") || isPunctuator(index, "[") || isPunctuator(index, "{") {
                depth -= 1
                if depth < 0 { return false }
            } else if depth == 0 {
                if isPunctuator(index, "?") { return true }
                if isPunctuator(index, ";") || isWord(index, "case") || isWord(index, "default") { return false }
            }
            index -= 1
        }
        return false
    }
}
