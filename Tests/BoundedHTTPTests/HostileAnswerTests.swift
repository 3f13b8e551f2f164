import AtollTestSupport
import Foundation
import Testing

@testable import BoundedHTTP

@Suite("Hostile responses")
struct HostileAnswerTests {
    private func session(_ followsRedirects: Bool) -> BoundedSession {
        BoundedSession(timeout: .seconds(10), deadline: .seconds(30), followsRedirects: followsRedirects)
    }

    @Test(
        "Each ends in time, within its limit, or with an error", .thorough("hostile servers"),
        arguments: HostileServer.Act.allCases,
        [0, 257, 100_000])
    func acts(_ act: HostileServer.Act, limit: Int) async throws {
        let server = try HostileServer(speed: HurriedTime.speed)
        defer { server.stop() }
        for followsRedirects in [false, true] {
            let start = ContinuousClock.now
            do {
                let (status, body) = try await HurriedTime.run {
                    try await session(followsRedirects).data(
                        for: TransferRequest(server.address(of: act)), limit: limit)
                }
                #expect(body.count <= limit)
                #expect(
                    Self.mayEndWell.contains(act) || (300..<400).contains(status), "\(act) ended well with \(status)")
            } catch {
                #expect(error is TransferError)
            }
            // Real time, with a margin for a busy machine.
            #expect(start.duration(to: .now) < .seconds(20), "\(act)")
        }
    }

    /// Odd but harmless responses: all announced bytes arrive.
    private static let mayEndWell: Set<HostileServer.Act> = [
        .moreThanAnnounced, .trailers, .negativeLength, .overflowingLength, .badStatus,
        .zeros,
    ]

    @Test(
        "The error says what is wrong",
        arguments: [
            (HostileServer.Act.gzip, "the body is longer than 1000 bytes"),
            (.endless, "the body is longer than 1000 bytes"), (.endlessLength, "the body is longer than 1000 bytes"),
            (.hugeLength, "the server closed the connection"),
            (.longLine, "the head of the response is longer than 65536 bytes"),
            (.longStatus, "the head of the response is longer than 65536 bytes"),
            (.drippedBody, "the response arrived more slowly than 1000 bytes per second"),
            (.manyLines, "the head of the response is longer than 65536 bytes"),
            (.redirects, "there were more than 5 redirects"), (.redirectToFile, "the response is not HTTP"),
            (.noHead, "the response is not HTTP"), (.closed, "the server closed the connection"),
            (.closedInBody, "the server closed the connection"),
        ] as [(HostileServer.Act, String)])
    func reasons(_ act: HostileServer.Act, reason: String) async throws {
        let server = try HostileServer(speed: HurriedTime.speed)
        defer { server.stop() }
        #expect(await Self.reason(server.address(of: act)) == reason)
    }

    @Test(
        "Silence is said to be silence, not slowness",
        arguments: [.silence, .silenceInBody, .drippedHead] as [HostileServer.Act])
    func silences(_ act: HostileServer.Act) async throws {
        let server = try HostileServer(speed: HurriedTime.speed)
        defer { server.stop() }
        // Less than the window in which the rate is measured: both would end in the same moment.
        let reason = await Self.reason(server.address(of: act), patience: .seconds(5))
        #expect(reason == "nothing arrived for 5 seconds")
    }

    @Test("A head that breaks off is not a response", arguments: [5, 16, 17, 30, 36, 37])
    func brokenHead(_ count: Int) async throws {
        let head = "HTTP/1.1 200 OK\r\nX-A: bcdefghijklmno\r\n"
        let proxy = try ByteProxy(before: 1)
        defer { proxy.stop() }
        proxy.set([], always: .answer(String(head.prefix(count))))
        await #expect(throws: TransferError.self) {
            try await session(false).data(
                for: TransferRequest(URL(string: "http://127.0.0.1:\(proxy.port)/")!), limit: 10)
        }
        proxy.set([], always: .answer(head + "\r\n"))
        let whole = try await session(false).data(
            for: TransferRequest(URL(string: "http://127.0.0.1:\(proxy.port)/")!), limit: 10)
        #expect(whole.status == 200 && whole.body.isEmpty)
    }

    @Test("A TLS handshake that stalls, or is not one, ends in time")
    func handshake() async throws {
        let server = try HostileServer(speed: HurriedTime.speed)
        defer { server.stop() }
        let address = URL(string: "https://127.0.0.1:\(server.port)/")!
        #expect(await Self.reason(address) == "nothing arrived for 10 seconds")
    }

    @Test("All requests of a task share its time limit")
    func shared() async throws {
        let server = try HostileServer(speed: HurriedTime.speed)
        defer { server.stop() }
        var reasons: [String] = []
        let address = server.address(of: .silence)
        let time = await HurriedTime.time {
            await TransferTime.within(.seconds(60)) {
                for _ in 0..<8 { reasons.append(await Self.answer(address)) }
            }
        }
        // Time is hurried here: on a busy machine, much of it passes unnoticed.
        let order = [
            "nothing arrived for 10 seconds", "the complete response did not arrive within ",
            "there was no time left for the request",
        ]
        let steps = reasons.map { reason in order.firstIndex { reason.hasPrefix($0) } ?? -1 }
        #expect(steps.first == 0 && steps.last == 2 && steps == steps.sorted(), "\(reasons)")
        #expect(steps.count { $0 == 1 } <= 1, "\(reasons)")
        #expect(time > .seconds(60))
    }

    private static func reason(_ address: URL, patience: Duration = .seconds(10)) async -> String {
        await HurriedTime.run { await answer(address, patience: patience) }
    }

    private static func answer(_ address: URL, patience: Duration = .seconds(10)) async -> String {
        do throws(TransferError) {
            let (status, _) = try await BoundedSession(
                timeout: patience, deadline: .seconds(30), followsRedirects: true
            )
            .data(for: TransferRequest(address), limit: 1_000)
            return "status \(status)"
        } catch {
            return error.description
        }
    }

    @Test("A slow consumer makes the server wait, and memory does not grow")
    func backPressure() async throws {
        let server = try HostileServer()
        defer { server.stop() }
        let before = try Self.memory()
        var taken = 0
        do throws(TransferError) {
            try await BoundedSession(timeout: .seconds(10), deadline: .seconds(60)).receive(
                TransferRequest(server.address(of: .endless)), limit: 1 << 40
            ) { part in
                guard case .chunk(let data) = part else { return }
                taken += data.count
                Thread.sleep(forTimeInterval: 0.002)  // sleep: the pause of a poll
                if taken > 20_000_000 { throw CancellationError() }
            }
        } catch {
            guard case .stopped = error else {
                Issue.record("\(error)")
                return
            }
        }
        #expect(try Self.memory() - before < 100 << 20)
    }

    /// The resident memory of this process, in bytes.
    private static func memory() throws -> Int {
        #if os(Linux)
        let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        return (Int(text.split(separator: " ")[1]) ?? 0) * 4_096
        #else
        return 0
        #endif
    }

    @Test("A request that would become two is not sent")
    func requests() async throws {
        let server = try HostileServer()
        defer { server.stop() }
        for (name, value) in [("X-A", "a\r\nX-B: b"), ("X-A\r\nX-B", "b"), ("X A", "b"), ("", "b"), ("X-A", "a\0b")] {
            var request = TransferRequest(server.address(of: .closed))
            request.set(name, to: value)
            do throws(TransferError) {
                _ = try await session(false).data(for: request, limit: 10)
                Issue.record("The request was sent.")
            } catch {
                #expect(error.description == "the request has characters that can't be sent")
            }
        }
        for text in ["file:///etc/passwd", "ftp://127.0.0.1/", "gopher://127.0.0.1/"] {
            await #expect(throws: TransferError.self) {
                try await session(false).data(for: TransferRequest(URL(string: text)!), limit: 10)
            }
        }
    }
}
