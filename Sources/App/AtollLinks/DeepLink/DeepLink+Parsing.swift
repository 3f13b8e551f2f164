import ForeignText

extension DeepLink {
    /// Reads a URL.
    ///
    /// - Parameter addresses: The schemes and origins that belong to the app.
    /// - Throws: ``LinkError`` with the part that is wrong.
    /// - Complexity: O(*n*) in its length.
    public init(_ text: String, at addresses: LinkAddresses) throws(LinkError) {
        var reader = try LinkReader(text)
        self.init()
        guard let scheme = reader.scheme() else { throw .malformed }
        if addresses.schemes.contains(scheme) {
            guard let host = reader.authority() else { throw .malformed }
            if !host.isEmpty {
                guard !host.contains("@") else { throw .userInfo }
                guard !host.contains(":") else { throw .unknownHost(host) }
                hasCaselessStart = true
            }
            components = host.isEmpty ? [] : [try reader.decodedHost(host)]
            try reader.path(into: &components)
        } else if addresses.miniAppSchemes.contains(scheme) {
            guard let host = reader.authority(), !host.isEmpty else { throw .malformed }
            guard !host.contains("@") else { throw .userInfo }
            components = [Self.miniAppComponent, try reader.decodedHost(host)]
            try reader.path(into: &components)
        } else if scheme == "https" || scheme == "http" {
            guard let host = reader.authority(), !host.isEmpty else { throw .malformed }
            guard !host.contains("@") else { throw .userInfo }
            guard addresses.origins.contains("\(scheme)://\(WebAuthority(host, scheme: scheme).text)") else {
                throw .unknownHost(host)
            }
            try reader.path(into: &components)
        } else {
            throw .unknownScheme(scheme)
        }
        try finish(&reader)
    }

    /// Reads a path with its query, such as `/products?id=30`, as it appears in a request or within another URL.
    ///
    /// - Throws: ``LinkError`` with the part that is wrong.
    /// - Complexity: O(*n*) in its length.
    public init(path text: String) throws(LinkError) {
        var reader = try LinkReader(text)
        self.init()
        guard text.utf8.first == UInt8(ascii: "/") else { throw .malformed }
        try reader.path(into: &components)
        try finish(&reader)
    }

    private mutating func finish(_ reader: inout LinkReader) throws(LinkError) {
        try reader.query(into: &self)
        fragment = reader.fragment()
        if hasCaselessStart, components.first?.lowercased() == Self.miniAppComponent {
            components[0] = Self.miniAppComponent
        }
        guard components.count > 1, components[0] == Self.miniAppComponent else { return }
        let parts = components[1].split(separator: ";", omittingEmptySubsequences: false).map(String.init)
        guard MiniAppAddress.isID(parts[0]) else { throw .badMiniAppAddress(components[1]) }
        if parts.count > 1 {
            guard parts.count == 2, let version = MiniAppAddress.version(in: parts[1]) else {
                throw .badMiniAppAddress(components[1])
            }
            self.version = version
        }
        components[1] = parts[0]
    }
}

/// The host of a MiniApp URL: an id with an optional version.
///
/// Source: W3C MiniApp Addressing, section 4.
private enum MiniAppAddress {
    static func isID(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count) && text.utf8.allSatisfy(isNameByte) && !text.hasPrefix(".")
            && !text.hasSuffix(".") && !text.contains("..")
    }

    static func version(in parameter: String) -> String? {
        guard parameter.hasPrefix("version=") else { return nil }
        let version = String(parameter.dropFirst("version=".count))
        return (1...64).contains(version.utf8.count) && version.utf8.allSatisfy(isNameByte) ? version : nil
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
