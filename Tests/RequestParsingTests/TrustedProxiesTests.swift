import Testing

@testable import RequestParsing

@Suite("The client of a request")
struct TrustedProxiesTests {
    private static let proxies = TrustedProxies([IPRange("10.0.0.0/8")!, IPRange("2001:db8::/32")!])

    private struct Case: Sendable {
        var peer: String
        var forwarded: String?
        var list: String?
        var client: String
    }

    @Test(
        "Only a trusted proxy's headers count",
        arguments: [
            ("203.0.113.1", nil, "198.51.100.7", "203.0.113.1"),
            ("203.0.113.1", "for=198.51.100.7", nil, "203.0.113.1"),
            ("10.0.0.1", nil, nil, "10.0.0.1"),
            ("10.0.0.1", nil, "198.51.100.7", "198.51.100.7"),
            // The client's own part precedes the proxy's.
            ("10.0.0.1", nil, "1.2.3.4, 198.51.100.7", "198.51.100.7"),
            ("10.0.0.1", nil, "1.2.3.4, 198.51.100.7, 10.2.2.2", "198.51.100.7"),
            ("10.0.0.1", nil, "1.2.3.4\u{600}, 198.51.100.7", "198.51.100.7"),
            ("10.0.0.1", nil, "198.51.100.7:4711", "198.51.100.7"),
            ("10.0.0.1", nil, "[2001:db9::1]:80", "2001:db9:0:0:0:0:0:1"),
            ("10.0.0.1", nil, "nonsense", "10.0.0.1"),
            ("10.0.0.1", nil, "198.51.100.7, nonsense", "10.0.0.1"),
            ("10.0.0.1", nil, "", "10.0.0.1"),
            ("10.0.0.1", "for=198.51.100.7;proto=https", nil, "198.51.100.7"),
            ("10.0.0.1", "For=\"[2001:db9::1]:4711\"", nil, "2001:db9:0:0:0:0:0:1"),
            ("10.0.0.1", "for=1.2.3.4, for=198.51.100.7;by=10.0.0.1", nil, "198.51.100.7"),
            ("10.0.0.1", "for=unknown", nil, "10.0.0.1"), ("10.0.0.1", "for=_hidden", nil, "10.0.0.1"),
            ("10.0.0.1", "proto=https", nil, "10.0.0.1"),
            ("10.0.0.1", "for=\"1.2.3.4, for=5.6.7.8", nil, "10.0.0.1"),
            // One of the two was written by the client itself.
            ("10.0.0.1", "for=1.2.3.4", "198.51.100.7", "10.0.0.1"),
            ("10.0.0.1", "for=198.51.100.7", "198.51.100.7", "198.51.100.7"),
            ("2001:db8::5", nil, "198.51.100.7", "198.51.100.7"),
            ("10.0.0.1", nil, String(repeating: "1.2.3.4,", count: 1_000), "10.0.0.1"),
        ] as [(String, String?, String?, String)])
    func client(_ peer: String, _ forwarded: String?, _ list: String?, _ client: String) {
        let found = Self.proxies.client(peer: IPAddress(peer), forwarded: forwarded, xForwardedFor: list)
        #expect(found?.description == client)
    }

    @Test("Without proxies, no headers are read")
    func none() {
        let found = TrustedProxies().client(
            peer: IPAddress("127.0.0.1"), forwarded: "for=1.2.3.4", xForwardedFor: "1.2.3.4")
        #expect(found == IPAddress("127.0.0.1"))
        #expect(TrustedProxies().client(peer: nil, forwarded: "for=1.2.3.4", xForwardedFor: nil) == nil)
    }

    @Test(
        "Address ranges",
        arguments: [
            ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false), ("0.0.0.0/0", "8.8.8.8", true),
            ("0.0.0.0/0", "::1", false), ("192.0.2.1", "192.0.2.1", true), ("192.0.2.1", "192.0.2.2", false),
            ("192.0.2.128/25", "192.0.2.127", false), ("192.0.2.128/25", "192.0.2.200", true),
            ("::1", "::1", true), ("2001:db8::/33", "2001:db8:8000::", false),
            ("::ffff:10.0.0.0/104", "10.1.1.1", true),
        ])
    func ranges(_ range: String, _ address: String, _ isInside: Bool) throws {
        // The prefix of an IPv4-mapped address is at most 32 bits, as for IPv4.
        guard range != "::ffff:10.0.0.0/104" else { return #expect(IPRange(range) == nil) }
        #expect(try #require(IPRange(range)).contains(try #require(IPAddress(address))) == isInside)
    }

    @Test(
        "Text that is not an address or a range is rejected",
        arguments: [
            "", "/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "10.0.0/8", "::1/129", "a.b.c.d", "1.2.3.4/8/8",
            "1.2.3.4%eth0",
        ])
    func malformed(_ text: String) {
        #expect(IPRange(text) == nil)
    }

    @Test("An IPv6 client is counted by its network")
    func network() {
        #expect(IPAddress("2001:db8::1")!.network == IPAddress("2001:db8::ffff:1")!.network)
        #expect(IPAddress("2001:db8:0:1::1")!.network != IPAddress("2001:db8::1")!.network)
        #expect(IPAddress("192.0.2.1")!.network != IPAddress("192.0.2.2")!.network)
        #expect(IPAddress("192.0.2.1")!.site == IPAddress("192.0.2.2")!.site)
        #expect(IPAddress("192.0.2.1")!.site != IPAddress("192.0.3.1")!.site)
        #expect(IPAddress("2001:db8:0:1::1")!.site == IPAddress("2001:db8::1")!.site)
        #expect(IPAddress("2001:db8:1::1")!.site != IPAddress("2001:db8::1")!.site)
        #expect(IPAddress("::ffff:192.0.2.1") == IPAddress("192.0.2.1"))
        #expect(IPAddress("127.9.9.9")!.isLoopback && IPAddress("::1")!.isLoopback && !IPAddress("::2")!.isLoopback)
    }
}
