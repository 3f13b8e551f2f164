import Foundation

/// A URL in a file that leads to another host.
struct WebURL {
    /// The scheme in lower case: `https`, `wss`, `http` or `ws`.
    let scheme: String
    let host: String
    /// The origin as a manifest names it.
    let origin: String

    /// - Returns: nil unless the text is an absolute URL that leads to another host. `data:` does not; `//host/…`
    ///   counts as `https:`.
    init?(_ text: String) {
        let cleaned = String(text.trimmed.unicodeScalars.filter { $0.value > 0x20 }.map(Character.init))
        let absolute = cleaned.hasPrefix("//") || cleaned.hasPrefix("\\\\") ? "https:" + cleaned : cleaned
        guard let colon = absolute.firstIndex(of: ":") else { return nil }
        let scheme = absolute[..<colon].lowercased()
        guard ["http", "https", "ws", "wss"].contains(scheme) else { return nil }
        let rest = absolute[absolute.index(after: colon)...].drop { $0 == "/" || $0 == "\\" }
        var authority = rest.prefix { !["/", "\\", "?", "#"].contains($0) }
        if let user = authority.lastIndex(of: "@") { authority = authority[authority.index(after: user)...] }
        let host = String(authority).lowercased()
        guard !host.isEmpty, host.utf8.count <= 260, host.first != ":" else { return nil }
        let port = scheme == "https" || scheme == "wss" ? ":443" : ":80"
        self.scheme = scheme
        self.host = host
        origin = scheme + "://" + (host.hasSuffix(port) ? String(host.dropLast(port.count)) : host)
    }

    /// Whether an eavesdropper on the network can read the traffic.
    var isInsecure: Bool { scheme == "http" || scheme == "ws" }

    /// Whether the host is the device itself, so that `http:` traffic does not leave it.
    var isThisMachine: Bool {
        let name = host.split(separator: ":").first ?? ""
        return name == "localhost" || name.hasSuffix(".localhost") || name == "127.0.0.1" || host.hasPrefix("[::1]")
    }

    /// Whether the host is an IP address instead of a name.
    var isAddress: Bool {
        host.hasPrefix("[")
            || (host.split(separator: ":").first ?? "").allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
    }
}
