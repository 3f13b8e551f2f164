/// Why a URL can't be opened: which part of it is wrong, and how.
public enum LinkError: Error, Hashable, Sendable {
    /// A part of a URL.
    public enum Part: Hashable, Sendable {
        /// The URL as a whole.
        case address
        /// The host, with its port.
        case host
        /// The component at this position, counted from 1.
        case component(Int)
        /// The query item with this name.
        case item(String)
        /// The text after `#`.
        case fragment
    }

    /// The URL is longer than ``DeepLink/maximumLength``.
    case tooLong(bytes: Int)
    /// A part has more elements than the limit.
    case tooMany(Part, limit: Int)
    /// It is not a URL: the scheme is missing, or there is nothing where the first component should be.
    case malformed
    /// The scheme does not belong to the app.
    case unknownScheme(String)
    /// The host, with its port, does not belong to the app.
    case unknownHost(String)
    /// There is a user name before the host.
    case userInfo
    /// A character is not allowed in a URL; with its code point.
    case forbiddenCharacter(Part, code: UInt32)
    /// A percent sign is not followed by two hexadecimal digits, or the bytes are not UTF-8.
    case brokenEncoding(Part)
    /// The text is still percent-encoded after decoding.
    case doubleEncoding(Part)
    /// A component is empty: `//`.
    case emptyComponent(Int)
    /// A component is `.` or `..`.
    case traversal(Int)
    /// It is not a valid MiniApp URL.
    case badMiniAppAddress(String)
    /// No route leads there: the first component that no route has, or nil if another component must follow.
    case unknownRoute(Part?, String)
    /// A query item is missing.
    case missing(String)
    /// A query item appears more than once, but its route allows it only once.
    case repeated(String)
    /// A value does not have the type that its route expects, or is not in its canonical form.
    case invalidValue(Part, String, expected: String)
    /// A URL within the URL can't be opened; with its error.
    case nested(String)
    /// The path has no URL, because no route leads to this fragment or value.
    case noRoute(String)
}

extension LinkError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .tooLong(let bytes):
            "The URL is \(bytes) bytes long; the limit is \(DeepLink.maximumLength)."
        case .tooMany(let part, let limit): "There are too many parts in \(part); the limit is \(limit)."
        case .malformed: "This is not a valid URL. Expected a scheme and two slashes, such as https://."
        case .unknownScheme(let scheme): "URLs that begin with \"\(scheme):\" do not belong to this app."
        case .unknownHost(let host): "The host \"\(host)\" does not belong to this app."
        case .userInfo: "A URL with a user name before its host is not opened."
        case .forbiddenCharacter(let part, let code):
            "\(Self.character(code)) in \(part) is not allowed in a URL."
        case .brokenEncoding(let part): "The percent-encoding of \(part) is invalid."
        case .doubleEncoding(let part): "The text of \(part) is percent-encoded twice."
        case .emptyComponent(let position): "Component \(position) is empty."
        case .traversal(let position): "Component \(position) is \".\" or \"..\", which is not allowed."
        case .badMiniAppAddress(let text): "\"\(text)\" is not a valid mini app id with an optional version."
        case .unknownRoute(let part?, let text): "Nothing was found at \"\(text)\", \(part)."
        case .unknownRoute(nil, let text): "Nothing was found at \"\(text)\": another component must follow."
        case .missing(let name): "The item \"\(name)\" is missing."
        case .repeated(let name): "The item \"\(name)\" appears more than once."
        case .invalidValue(let part, let text, let expected): "\"\(text)\" in \(part) is not \(expected)."
        case .nested(let text): "The URL contains another one that can't be opened. \(text)"
        case .noRoute(let text): "No route leads to \(text), so it has no URL."
        }
    }

    private static func character(_ code: UInt32) -> String {
        switch code {
        case 0x20: "A space"
        case 0x21...0x7e: Unicode.Scalar(code).map { "The character \(Character($0))" } ?? "A character"
        case 0...0x1f, 0x7f...0x9f: "An invisible character"
        default: "A letter or sign that is not encoded"
        }
    }
}

extension LinkError.Part: CustomStringConvertible {
    public var description: String {
        switch self {
        case .address: "the URL"
        case .host: "the host"
        case .component(let position): "component \(position)"
        case .item(let name): "the item \"\(name)\""
        case .fragment: "the fragment"
        }
    }
}
