import Foundation

/// A request to a server.
package struct TransferRequest: Sendable {
    package var url: URL
    package var method = "GET"
    /// The headers, in the order in which they are sent.
    package var headers: [(name: String, value: String)] = []
    package var body: Data?
    /// Whether it is only sent to public addresses, regardless of what its name resolves to. For URLs that untrusted
    /// users have chosen. Proxies are not used then.
    package var isForPublicAddresses = false

    package init(_ url: URL, method: String = "GET", body: Data? = nil) {
        self.url = url
        self.method = method
        self.body = body
    }

    /// Sets a header, replacing any with the same name.
    package mutating func set(_ name: String, to value: String) {
        headers.removeAll { $0.name.lowercased() == name.lowercased() }
        headers.append((name, value))
    }

    /// Whether the request can be sent: a header value with a line break would become two headers.
    var isSound: Bool {
        let token = { (text: String) in
            !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7e).contains($0) && $0 != UInt8(ascii: ":") }
        }
        return token(method)
            && headers.allSatisfy { name, value in
                token(name) && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f }
            }
    }
}
