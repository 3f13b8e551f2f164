import AtollMarkup
import AtollPackages
import ForeignText
import Foundation
import SignedJSON

/// The scripts in a page's own text: between tags, and in handlers such as `onclick`. A policy that names their digests
/// lets exactly these run, and nothing that is put into the page later.
///
/// Source: Content Security Policy Level 3, `'unsafe-hashes'`.
package enum InlineScripts {
    /// How many digests a policy has. What comes after them does not run.
    static let maximum = 1_000
    /// Pages that are longer are not read, in bytes.
    private static let maximumLength = 4 * 1024 * 1024

    /// The sources for `script-src`, such as `'sha256-…'`, each once.
    ///
    /// - Parameter page: The text of a page: UTF-8.
    /// - Complexity: O(*n*) in the length of the page.
    package static func sources(of page: Data) -> [String] {
        guard page.count <= maximumLength else { return [] }
        let bytes = Array(page)
        let markup = MarkupReader.read(bytes)
        // A digest doesn't distinguish maps from scripts: script text in an import map must not get one.
        let maps = markup.importMaps.filter { range in
            if case .object? = try? JSONValue(parsing: bytes[range], numbers: .unbounded) { true } else { false }
        }
        var texts = (markup.scripts + maps).map { ForeignText(repairing: bytes[$0]).text }
        for tag in markup.tags {
            texts += tag.attributes.filter(\.isHandler).map(\.value)
            // Of such a link, the digest is that of its whole address.
            texts += tag.attributes.filter { ["href", "action", "formaction"].contains($0.name) }.map(\.value)
                .filter { $0.lowercased().drop { $0.isWhitespace }.hasPrefix("javascript:") }
        }
        var sources: [String] = []
        var seen: Set<String> = []
        for text in texts where !text.isEmpty {
            let source = source(of: text)
            if seen.insert(source).inserted { sources.append(source) }
        }
        return sources
    }

    /// The source of one script, as browsers see it: they read each kind of line break as a line feed.
    static func source(of script: String) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(script.utf8.count)
        var wasReturn = false
        for byte in script.utf8 {
            if byte == 0x0d { bytes.append(0x0a) } else if !(byte == 0x0a && wasReturn) { bytes.append(byte) }
            wasReturn = byte == 0x0d
        }
        return "'sha256-\(SHA256Hash(of: bytes).bytes.base64EncodedString())'"
    }
}
