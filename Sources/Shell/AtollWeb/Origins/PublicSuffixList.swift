import Foundation

/// The suffixes below which anyone can have a domain, such as `com`, `co.uk` and `github.io`: browsers treat two names
/// as one site unless such a suffix ends between them.
///
/// ```swift
/// PublicSuffixList.bundled.isSuffix("github.io")  // true
/// PublicSuffixList.bundled.site(of: "app.example.co.uk")  // example.co.uk
/// ```
///
/// Names are in letters, digits and hyphens. Suffixes with other letters count as not listed, also in their encoded
/// form (`xn--…`).
///
/// Source: https://publicsuffix.org/list/
public struct PublicSuffixList: Sendable {
    /// The date of the list, such as 2026-11-29; nil if it has none.
    public let date: String?
    private let rules: Set<String>

    /// Reads a list.
    ///
    /// - Parameters:
    ///   - text: The list in the form in which it is published, with the suffixes that companies offer (`PRIVATE DOMAINS`).
    ///   - date: The date, for a list that does not contain it.
    /// - Complexity: O(*n*) in the length of the text.
    public init(parsing text: String, date: String? = nil) {
        var rules: Set<String> = []
        var date = date
        for line in text.utf8.split(whereSeparator: { $0 == 0x0a || $0 == 0x0d }) {
            guard line.first != UInt8(ascii: "/") else {
                if date == nil { date = Self.date(in: line) }
                continue
            }
            let rule = line.prefix { $0 > 0x20 }
            if !rule.isEmpty, rule.allSatisfy({ $0 < 0x80 }) { rules.insert(String(Substring(rule)).lowercased()) }
        }
        (self.rules, self.date) = (rules, date)
    }

    /// The list that comes with this package, of 9 February 2023.
    public static let bundled: PublicSuffixList = {
        guard
            let url = Bundle.module.url(
                forResource: "public_suffix_list", withExtension: "dat", subdirectory: "Resources/Domains"),
            let text = try? String(contentsOf: url, encoding: .utf8)
        else { preconditionFailure("The resources of AtollWeb have no public_suffix_list.dat.") }
        return PublicSuffixList(parsing: text, date: "2023-02-09")
    }()

    /// Whether each name directly below a domain is its own site.
    public func isSuffix(_ domain: String) -> Bool {
        let labels = Self.labels(of: domain)
        return labels.count == suffixLength(of: labels)
    }

    /// The site that a name belongs to: a suffix and one more label. Nil if the name itself is a suffix.
    public func site(of domain: String) -> String? {
        let labels = Self.labels(of: domain)
        let length = suffixLength(of: labels)
        return labels.count > length ? labels.suffix(length + 1).joined(separator: ".") : nil
    }

    /// The number of labels at the end that form a suffix: as in the longest matching rule, or one.
    private func suffixLength(of labels: [Substring]) -> Int {
        for start in labels.indices {
            let name = labels[start...].joined(separator: ".")
            let length = labels.count - start
            if rules.contains("!" + name) { return length - 1 }
            if rules.contains(name) { return length }
            if length > 1, rules.contains("*." + labels[(start + 1)...].joined(separator: ".")) { return length }
        }
        return min(1, labels.count)
    }

    /// The labels of the host, in lower case, without the port.
    private static func labels(of domain: String) -> [Substring] {
        Substring(domain.lowercased()).prefix { $0 != ":" }.split(separator: ".")
    }

    /// The date in a comment such as `// VERSION: 2026-11-29_07-00-00_UTC`.
    private static func date(in comment: Substring.UTF8View) -> String? {
        String(Substring(comment)).firstMatch(of: /VERSION: ([0-9]{4}-[0-9]{2}-[0-9]{2})/).map { String($0.1) }
    }
}
