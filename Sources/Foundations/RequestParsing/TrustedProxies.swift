/// The proxies whose headers are trusted to give the client's address.
///
/// ```swift
/// let proxies = TrustedProxies([IPRange("10.0.0.0/8")!])
/// proxies.client(peer: IPAddress("10.0.0.7"), forwarded: nil, xForwardedFor: "203.0.113.9")  // 203.0.113.9
/// ```
package struct TrustedProxies: Hashable, Sendable {
    private let ranges: [IPRange]

    /// - Parameter ranges: The addresses of the proxies; headers of other peers are ignored.
    package init(_ ranges: [IPRange] = []) { self.ranges = ranges }

    private func contains(_ address: IPAddress) -> Bool { ranges.contains { $0.contains(address) } }

    /// The address that sent a request: the peer, or, if that is a trusted proxy, the last address in the headers that
    /// is not one.
    ///
    /// A proxy writes one of the two headers and passes on the other as the client sent it. If both exist and disagree,
    /// one of them is forged; the proxy then counts as the client, so that no client can pose as another.
    ///
    /// - Returns: nil if the peer is unknown.
    package func client(peer: IPAddress?, forwarded: String?, xForwardedFor: String?) -> IPAddress? {
        guard let peer, contains(peer) else { return peer }
        let answers = [
            forwarded.map { last(of: ForwardedHeader.hops(forwarded: $0), after: peer) },
            xForwardedFor.map { last(of: ForwardedHeader.hops(xForwardedFor: $0), after: peer) },
        ].compactMap(\.self)
        guard let first = answers.first else { return peer }
        return answers.allSatisfy { $0 == first } ? first : peer
    }

    private func last(of hops: [IPAddress?], after peer: IPAddress) -> IPAddress {
        var client = peer
        for hop in hops.reversed() {
            // Entries before a hop without an address are from an unknown source.
            guard let hop else { return client }
            client = hop
            guard contains(hop) else { return hop }
        }
        return client
    }
}
