/// Why an address leads nowhere: which part of it is wrong, and how.
public enum LinkError: Error, Hashable, Sendable {
    /// A part of an address.
    public enum Part: Hashable, Sendable {
        case address
        case host
        /// The component at this position, from 1 on.
        case component(Int)
        /// The query item with this name.
        case item(String)
        case fragment
    }

    /// The address is longer than ``DeepLink/maximumLength``.
    case tooLong(bytes: Int)
    /// A part has more pieces than it may have.
    case tooMany(Part, limit: Int)
    /// It is no address: it has no scheme, or nothing where its first component belongs.
    case malformed
    /// The scheme is not the app's.
    case unknownScheme(String)
    /// The host, with its port, is not the app's.
    case unknownHost(String)
    /// A name and a password stand before the host.
    case userInfo
    /// A character that is not allowed in an address, as its code.
    case forbiddenCharacter(Part, code: UInt32)
    /// A percent sign without two digits, or bytes that are no UTF-8.
    case brokenEncoding(Part)
    /// It is still encoded after it was decoded.
    case doubleEncoding(Part)
    /// A component is empty: `//`.
    case emptyComponent(Int)
    /// A component is `.` or `..`.
    case traversal(Int)
    /// A query item has no name.
    case namelessItem
    /// It is no address of a mini app.
    case badMiniAppAddress(String)
    /// No route leads there: the first component that none has, or nil where more was expected.
    case unknownRoute(Part?, String)
    /// A query item is missing.
    case missing(String)
    /// A query item appears more than once.
    case repeated(String)
    /// A value is not what its route says, or not in its canonical form.
    case invalidValue(Part, String, expected: String)
    /// An address within the address leads nowhere.
    case nested(String)
    /// The path has no address: no route leads to this.
    case noRoute(String)
}

extension LinkError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .tooLong(let bytes):
            "The address is \(bytes) bytes long; at most \(DeepLink.maximumLength) are read."
        case .tooMany(let part, let limit): "There is too much in \(part): at most \(limit) pieces are read."
        case .malformed: "This is not an address: it needs a scheme and two slashes, such as https://."
        case .unknownScheme(let scheme): "Addresses that begin with \"\(scheme):\" are not this app's."
        case .unknownHost(let host): "The host \"\(host)\" is not this app's."
        case .userInfo: "An address with a user name before its host is not opened."
        case .forbiddenCharacter(let part, let code):
            "The character U+\(Self.hexadecimal(code)) in \(part) does not belong into an address."
        case .brokenEncoding(let part): "The percent-encoding in \(part) is broken."
        case .doubleEncoding(let part): "What stands in \(part) is encoded twice."
        case .emptyComponent(let position): "Component \(position) is empty."
        case .traversal(let position): "Component \(position) leads upwards, which no address may."
        case .namelessItem: "A query item has no name."
        case .badMiniAppAddress(let text): "\"\(text)\" is not a mini app's id with an optional version."
        case .unknownRoute(let part?, let text): "Nothing is found at \"\(text)\", \(part)."
        case .unknownRoute(nil, let text): "Nothing is found at \"\(text)\": something has to follow."
        case .missing(let name): "The item \"\(name)\" is missing."
        case .repeated(let name): "The item \"\(name)\" stands there more than once."
        case .invalidValue(let part, let text, let expected): "\"\(text)\" in \(part) is not \(expected)."
        case .nested(let text): "The address within it leads nowhere. \(text)"
        case .noRoute(let text): "No route leads to \(text), so it has no address."
        }
    }

    private static func hexadecimal(_ code: UInt32) -> String {
        let digits = String(code, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

extension LinkError.Part: CustomStringConvertible {
    public var description: String {
        switch self {
        case .address: "the address"
        case .host: "the host"
        case .component(let position): "component \(position)"
        case .item(let name): "the item \"\(name)\""
        case .fragment: "the fragment"
        }
    }
}
