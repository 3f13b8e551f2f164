import HTTPTypes
import Hummingbird
import NIOCore
import RequestParsing

extension Request {
    /// The client that sent the request: the peer, or, if that is a trusted proxy, the address that its headers give.
    ///
    /// - Parameter peer: The other end of the connection.
    package func client(from peer: SocketAddress?, trusting proxies: TrustedProxies) -> ClientAddress {
        func joined(_ name: HTTPField.Name) -> String? {
            let values = headers[values: name]
            return values.isEmpty ? nil : values.joined(separator: ",")
        }
        let address = proxies.client(
            peer: peer?.ipAddress.flatMap { IPAddress($0.prefix { $0 != "%" }) },
            forwarded: HTTPField.Name("Forwarded").flatMap(joined),
            xForwardedFor: HTTPField.Name("X-Forwarded-For").flatMap(joined))
        return ClientAddress(address: address)
    }
}

extension Request {
    /// Whether the request names this machine by a name or an address that only it can have. The owner of any other
    /// name can make it resolve to this machine, as in DNS rebinding.
    package var namesThisMachine: Bool {
        guard let authority = head.authority, authority.utf8.count <= 300 else { return false }
        let bytes = Array(authority.utf8)
        let host =
            bytes.first == UInt8(ascii: "[")
            ? bytes.dropFirst().prefix { $0 != UInt8(ascii: "]") } : bytes.prefix { $0 != UInt8(ascii: ":") }
        let name = String(decoding: host, as: UTF8.self).lowercased()
        return name == "localhost" || name.hasSuffix(".localhost") || IPAddress(name)?.isLoopback == true
    }

    /// Whether a header shows that the request came through a proxy.
    package var hasPassedAProxy: Bool {
        ["Forwarded", "X-Forwarded-For", "Via"].contains { HTTPField.Name($0).map { headers.contains($0) } ?? false }
    }
}

/// The address of a client that sends requests.
package struct ClientAddress: Hashable, Sendable, CustomStringConvertible {
    /// nil for a peer without an internet address, such as a socket in the file system.
    package let address: IPAddress?

    package init(address: IPAddress?) { self.address = address }

    /// Whether the client is on this machine.
    package var isLocal: Bool { address?.isLoopback ?? false }

    /// The key for rate limits: an IPv4 address, or the /64 network of an IPv6 address.
    package var key: String { address?.network.description ?? "unknown" }

    /// The key for limits that are shared among networks; see ``IPAddress/site``.
    package var site: String { address?.site.description ?? "unknown" }

    package var description: String { address?.description ?? "unknown" }
}
