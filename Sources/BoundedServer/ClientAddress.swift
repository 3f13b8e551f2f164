import HTTPTypes
import Hummingbird
import NIOCore
import RequestParsing

extension Request {
    /// Who sent the request, by what limits are counted: an IPv4 address, or the network of an IPv6 address; the trusted proxies'
    /// word where one of them sent it.
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
    /// Whether the request says that it came through a proxy.
    package var hasPassedAProxy: Bool {
        ["Forwarded", "X-Forwarded-For", "Via"].contains { HTTPField.Name($0).map { headers.contains($0) } ?? false }
    }
}

/// Who sends requests.
package struct ClientAddress: Hashable, Sendable, CustomStringConvertible {
    /// nil for a peer without an internet address, such as a socket in the file system.
    package let address: IPAddress?

    package init(address: IPAddress?) { self.address = address }

    /// Whether it is on this machine.
    package var isLocal: Bool { address?.isLoopback ?? false }

    /// What limits are counted by.
    package var key: String { address?.network.description ?? "unknown" }

    package var description: String { address?.description ?? "unknown" }
}
