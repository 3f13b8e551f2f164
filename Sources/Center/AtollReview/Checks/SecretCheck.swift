import ForeignText
import Foundation

/// `secret`: keys and passwords in the files, which become public with the release.
struct SecretCheck: ReviewCheck {
    private static let advice =
        "Revoke it, and store it on the mini app's server: everybody can read the files of a release."

    /// A format of secrets: the prefix, and the minimum number of characters that follow.
    private struct Form {
        let prefix: [UInt8]
        let least: Int
        let name: String
        /// Whether a byte may be part of the secret.
        let holds: @Sendable (UInt8) -> Bool

        init(_ prefix: StaticString, _ least: Int, _ name: String, _ holds: @escaping @Sendable (UInt8) -> Bool) {
            self.prefix = Array(UnsafeBufferPointer(start: prefix.utf8Start, count: prefix.utf8CodeUnitCount))
            (self.least, self.name, self.holds) = (least, name, holds)
        }
    }

    @Sendable private static func isWordPart(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7a).contains(byte | 0x20) || byte == 0x5f || byte == 0x2d
    }

    @Sendable private static func isUpperOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte)
    }

    private static let forms = [
        Form("atoll_", 30, "an API key of a Center", isWordPart),
        Form("AKIA", 16, "an AWS key", isUpperOrDigit), Form("ASIA", 16, "an AWS key", isUpperOrDigit),
        Form("sk-proj-", 20, "an OpenAI key", isWordPart), Form("sk-ant-", 20, "an Anthropic key", isWordPart),
        Form(
            "https://hooks.slack.com/services/", 20, "the URL of a Slack webhook", { isWordPart($0) || $0 == 0x2f }),
        Form("ghp_", 36, "a GitHub token", isWordPart), Form("gho_", 36, "a GitHub token", isWordPart),
        Form("ghs_", 36, "a GitHub token", isWordPart), Form("github_pat_", 50, "a GitHub token", isWordPart),
        Form("xoxb-", 20, "a Slack token", isWordPart), Form("xoxp-", 20, "a Slack token", isWordPart),
        Form("sk.eyJ", 40, "a secret Mapbox token", { isWordPart($0) || $0 == 0x2e }),
        Form("sk_live_", 20, "a secret Stripe key", isWordPart), Form("rk_live_", 20, "a Stripe key", isWordPart),
        Form("-----BEGIN ", 0, "a private key", { _ in false }),
        Form("eyJ", 20, "a token (JWT)", { isWordPart($0) || $0 == 0x2e }),
    ]

    /// The forms, by the first byte of their prefix.
    private static let byFirst: [[Form]] = (0...255).map { byte in forms.filter { Int($0.prefix[0]) == byte } }
    private static let isFirst: [Bool] = byFirst.map { !$0.isEmpty }

    /// Names of variables that hold secrets, in lower case and without `_` and `-`.
    private static let names: Set<String> = [
        "password", "passwd", "pwd", "secret", "clientsecret", "apikey", "apisecret", "secretkey", "privatekey",
        "accesstoken", "authtoken",
    ]

    func read(_ file: SourceFile, in subject: ReviewSubject, _ list: inout FindingList) {
        guard file.isText || file.bytes.count < 100_000 else { return }
        for (offset, name) in tokens(file.bytes) {
            list.add("secret", .block, file, at: offset, "The file contains \(name).", advice: Self.advice)
        }
        for script in file.scripts {
            for index in script.strings where script.kind(index) == .string {
                guard script.isMark(index - 1, "=") || script.isMark(index - 1, ":"),
                    (10...202).contains(script.tokens[index].range.count), isName(index - 2, script),
                    let value = script.string(index), Self.isSecret(value)
                else { continue }
                if Self.isPublishableKey(value) {
                    reportPublic(file, script.offset(index), &list)
                    continue
                }
                list.add(
                    "secret", .block, file, at: script.offset(index), "The script contains a password or a key.",
                    advice: Self.advice)
            }
        }
    }

    /// Whether a text is a key that its issuer intends to be public. Google, Stripe, Mapbox, PostHog and Supabase have
    /// such keys.
    private static func isPublishableKey(_ text: String) -> Bool {
        text.hasPrefix("AIza") && text.utf8.count == 39
            || ["pk_live_", "pk_test_", "pk.eyJ", "phc_", "sb_publishable_"].contains { text.hasPrefix($0) }
            || isAnonymous(Array(text.utf8))
    }

    /// Reports a key of Google, which has the same format for public use, as with Firebase and maps, and for paid use,
    /// as with Gemini.
    private func reportPublic(_ file: SourceFile, _ offset: Int, _ list: inout FindingList) {
        guard file.bytes[offset...].dropFirst().starts(with: "AIza".utf8) else { return }
        list.add(
            "secret", .info, file, at: offset, "The script contains a Google key for web pages.",
            advice:
                "With Firebase and maps, it is public: limit it to these interfaces at Google. A key for Gemini belongs on the mini app's server."
        )
    }

    private func isName(_ index: Int, _ script: Script) -> Bool {
        let text: String?
        switch script.kind(index) {
        case .word?, .escapedWord?: text = script.tokens[index].range.count < 40 ? script.text(index) : nil
        case .string?: text = script.tokens[index].range.count < 40 ? script.string(index) : nil
        default: text = nil
        }
        guard let text else { return false }
        return Self.names.contains(text.lowercased().filter { $0 != "_" && $0 != "-" })
    }

    /// Whether a text could be a secret: it is neither words, nor a name, nor an example.
    private static func isSecret(_ text: String) -> Bool {
        guard text.utf8.count >= 8, text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else { return false }
        let folded = text.lowercased()
        guard
            !["example", "your", "xxx", "***", "change", "placeholder", "todo", "http", "password", "/", "{", "<"]
                .contains(where: folded.contains)
        else { return false }
        return text.contains(where: \.isNumber) && text.contains(where: \.isLetter)
            && Set(text).count >= min(8, text.count * 2 / 3)
    }

    /// The positions of texts that have one of the forms.
    private func tokens(_ bytes: [UInt8]) -> [(offset: Int, name: String)] {
        bytes.withUnsafeBufferPointer { bytes in
            Self.isFirst.withUnsafeBufferPointer { isFirst in
                var found: [(Int, String)] = []
                var index = 0
                // The end of the last candidate that was not a token, and the number of candidates that began inside
                // it. Each is read to its end, so the number is limited.
                var (read, tries) = (0, 0)
                while index < bytes.count {
                    guard isFirst[Int(bytes[index])],
                        index == 0 || !Self.isWordPart(bytes[index - 1]) || bytes[index] == 0x2d,
                        index >= read || tries < Self.maximumTries
                    else {
                        index += 1
                        continue
                    }
                    switch secret(in: bytes, at: index) {
                    case .found(let count, let name):
                        found.append((index, name))
                        if found.count > FindingList.maximumOfCode { return found }
                        index += count
                    case .none(let end):
                        if end > index { (read, tries) = index < read ? (max(read, end), tries + 1) : (end, 0) }
                        index += 1
                    }
                }
                return found
            }
        }
    }

    /// The maximum number of candidates that are read inside another one.
    private static let maximumTries = 16

    private enum Reading {
        case found(count: Int, name: String)
        /// Not a secret. The text was read up to `end`.
        case none(end: Int)
    }

    private func secret(in bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Reading {
        var end = start
        for form in Self.byFirst[Int(bytes[start])] {
            var index = start + form.prefix.count
            guard index <= bytes.count, form.prefix.indices.allSatisfy({ bytes[start + $0] == form.prefix[$0] }) else {
                continue
            }
            let first = index
            while index < bytes.count, index - first < 4_096, form.holds(bytes[index]) { index += 1 }
            end = max(end, index)
            guard index - first >= form.least else { continue }
            let text = ForeignText(repairing: bytes[start..<min(index + 40, bytes.count)]).text
            switch form.prefix.count {
            case 11 where form.least == 0:
                // Public keys, certificates, and code that only looks for the header don't count.
                let label = text.dropFirst(11).prefix { $0 != "-" }
                guard label.hasSuffix("PRIVATE KEY"), text.dropFirst(11 + label.count).hasPrefix("-----"),
                    Self.hasKey(bytes, from: start + 11 + label.utf8.count + 5)
                else { continue }
            case 3:
                // A token has a header, a payload and a signature.
                let parts = text.prefix(index - start).split(separator: ".", omittingEmptySubsequences: false)
                // Mapbox tokens that begin with `pk.` are meant for pages.
                let isPublic =
                    start >= 3 && bytes[start - 1] == 0x2e && bytes[start - 2] == 0x6b && bytes[start - 3] == 0x70
                guard !isPublic, parts.count == 3, parts.allSatisfy({ $0.utf8.count >= 10 }), parts[1].hasPrefix("eyJ"),
                    !Self.isAnonymous(Array(bytes[start..<index]))
                else { continue }
            default:
                // The characters are random, neither a repeated one nor the documentation's example.
                guard Self.hasEightKinds(bytes[first..<index]), !Self.isExample(bytes[start..<index]) else { continue }
            }
            return .found(count: index - start, name: form.name)
        }
        return .none(end: end)
    }

    private static func hasEightKinds(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        var kinds: Set<UInt8> = []
        return bytes.contains { byte in
            kinds.insert(byte)
            return kinds.count >= 8
        }
    }

    private static func isExample(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        bytes.indices.contains { bytes[$0] == UInt8(ascii: "E") && bytes[$0...].starts(with: "EXAMPLE".utf8) }
    }

    /// Whether a token has the role of anonymous visitors, as Supabase's public key does.
    private static func isAnonymous(_ token: [UInt8]) -> Bool {
        let parts = token.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, parts[1].count <= 4_096 else { return false }
        var text = String(decoding: parts[1], as: UTF8.self).replacing("-", with: "+").replacing("_", with: "/")
        text += String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        struct Claims: Decodable { let role: String? }
        return Data(base64Encoded: text).flatMap { try? JSONDecoder().decode(Claims.self, fromForeign: $0) }?.role
            == "anon"
    }

    /// Whether base64 data follows, as in a key.
    private static func hasKey(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
        var (index, count) = (start, 0)
        while index < bytes.count, index - start < 200 {
            let byte = bytes[index]
            if isWordPart(byte) || byte == 0x2b || byte == 0x2f || byte == 0x3d { count += 1 }
            index += 1
        }
        return count >= 64
    }
}
