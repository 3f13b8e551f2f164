import AtollTestSupport
import Foundation
import Testing

@testable import BoundedHTTP

@Suite("Addresses of the internet")
struct PublicAddressTests {
    private static func bytes(_ text: String) -> [UInt8] {
        var address = in6_addr()
        precondition(inet_pton(AF_INET6, text, &address) == 1, text)
        return withUnsafeBytes(of: address) { Array($0) }
    }

    private static func number(_ text: String) -> UInt32 {
        var address = in_addr()
        precondition(inet_pton(AF_INET, text, &address) == 1, text)
        return UInt32(bigEndian: address.s_addr)
    }

    @Test(
        "Machines, neighbours and nobody are not of the internet",
        arguments: [
            "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255", "127.0.0.1",
            "127.255.255.254", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1",
            "192.168.0.1", "192.168.255.255", "198.18.0.1", "198.19.255.255", "198.51.100.7", "203.0.113.9",
            "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255",
        ])
    func reserved(_ text: String) {
        #expect(!PublicAddress.isPublic(Self.number(text)))
        #expect(!PublicAddress.isPublic(Self.bytes("::ffff:\(text)")))
        #expect(!PublicAddress.isPublic(Self.bytes("64:ff9b::\(text)")))
    }

    @Test(
        "All others are",
        arguments: [
            "1.1.1.1", "9.255.255.255", "11.0.0.1", "100.63.255.255", "100.128.0.1", "126.0.0.1",
            "128.0.0.1", "169.253.0.1", "172.15.0.1", "172.32.0.1", "192.0.1.1", "192.167.0.1", "198.17.0.1",
            "223.255.255.255",
        ])
    func usual(_ text: String) {
        #expect(PublicAddress.isPublic(Self.number(text)))
        #expect(PublicAddress.isPublic(Self.bytes("::ffff:\(text)")))
    }

    @Test(
        "Of IPv6, global unicast is, without what is for something else",
        arguments: [
            ("::", false), ("::1", false), ("::7f00:1", false), ("fe80::1", false), ("fc00::1", false),
            ("fd12::1", false),
            ("ff02::1", false), ("2001:db8::1", false), ("2001::1", false), ("2001:10::1", false),
            ("2002:7f00:1::", false),
            ("100::1", false), ("2001:4860:4860::8888", true), ("2a00:1450::1", true), ("2606:4700::1111", true),
        ])
    func six(_ text: String, isPublic: Bool) { #expect(PublicAddress.isPublic(Self.bytes(text)) == isPublic) }

    @Test(
        "A request that must stay outside does not reach this machine, whatever its name",
        arguments: [
            "127.0.0.1", "localhost", "[::1]", "0.0.0.0", "[::ffff:127.0.0.1]", "2130706433", "0x7f.1",
        ])
    func refused(_ host: String) async throws {
        let server = try HostileServer()
        defer { server.stop() }
        guard let url = URL(string: "http://\(host):\(server.port)/closed") else { return }
        var request = TransferRequest(url)
        request.isForPublicAddresses = true
        await #expect(throws: TransferError.self) {
            try await BoundedSession(timeout: .seconds(5), deadline: .seconds(5)).data(for: request, limit: 10)
        }
        #expect(server.connections == 0)
    }

    @Test("A connection that another transfer has opened to the inside is not used")
    func reuse() async throws {
        try await HookReceiver.run { receiver, address in
            let session = BoundedSession(timeout: Waiting.limit, deadline: Waiting.limit)
            var request = TransferRequest(try #require(URL(string: address)))
            request.method = "POST"
            request.body = Data("{}".utf8)
            _ = try await session.data(for: request, limit: 1_000)
            #expect(receiver.messages.count == 1)
            request.isForPublicAddresses = true
            await #expect(throws: TransferError.self) { try await session.data(for: request, limit: 1_000) }
            #expect(receiver.messages.count == 1)
        }
    }

    @Test("Names of the inside can't be told from names that don't exist")
    func names() async throws {
        var texts: Set<String> = []
        for address in ["http://localhost:1/", "http://127.0.0.1:9/", "http://nothing.invalid/"] {
            var request = TransferRequest(try #require(URL(string: address)))
            request.isForPublicAddresses = true
            do {
                _ = try await BoundedSession(timeout: Waiting.limit, deadline: Waiting.limit).data(
                    for: request, limit: 10)
                Issue.record("\(address) was reached")
            } catch {
                texts.insert("\(error)")
            }
        }
        #expect(texts.count == 1, "\(texts)")
    }
}
