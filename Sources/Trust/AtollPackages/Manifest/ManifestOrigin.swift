import Foundation
import SignedJSON

/// An origin that a mini app names, in the one form in which browsers write it.
struct ManifestOrigin {
    let scheme: String

    /// - Returns: nil unless the text is `https://` or `wss://` with a host name, and a port if it is not 443: no address in numbers,
    ///   no wildcard, no user, no path.
    init?(_ text: String) {
        guard let separator = text.range(of: "://") else { return nil }
        let scheme = String(text[..<separator.lowerBound])
        guard scheme == "https" || scheme == "wss" else { return nil }
        let parts = text[separator.upperBound...].split(separator: ":", omittingEmptySubsequences: false)
        guard let host = parts.first, parts.count <= 2, Self.isHost(host) else { return nil }
        if parts.count == 2 {
            guard let port = Int(parts[1]), (1...65_535).contains(port), port != 443, String(port) == parts[1] else {
                return nil
            }
        }
        self.scheme = scheme
    }

    /// Reads a member with at most 20 origins, each once.
    static func list(
        _ member: ExactString, in root: ManifestObject, schemes: [String]
    ) throws(PackageRefusal) -> [String] {
        let origins = try root.strings(member, count: 0...20, length: 1...300)
        for (index, origin) in origins.enumerated() {
            guard let known = ManifestOrigin(origin), schemes.contains(known.scheme),
                !origins[..<index].contains(origin)
            else {
                throw .init(
                    .manifest, "\(member.text)[\(index)]",
                    "Expected an origin such as https://api.example.com, once: \(schemes.joined(separator: " or ")), in "
                        + "lower case, without a path.")
            }
        }
        return origins
    }

    /// Whether it is a name of at least two labels, of which the last one is no number: so it is no address either.
    private static func isHost(_ host: Substring) -> Bool {
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard host.utf8.count <= 253, labels.count >= 2, let last = labels.last?.utf8.first, last > 0x39,
            // Names that lead to this machine or network.
            !["localhost", "local", "internal"].contains(labels.last ?? "")
        else {
            return false
        }
        return labels.allSatisfy { label in
            (1...63).contains(label.utf8.count) && label.utf8.first != 0x2d && label.utf8.last != 0x2d
                && label.utf8.allSatisfy { (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2d }
        }
    }
}
