import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import Testing

@testable import BoundedServer

@Suite("Compressed answers")
struct CompressingResponderTests {
    private static let text = String(repeating: "Every text of ours is compressed. ", count: 200)

    private static func answer(
        to method: HTTPRequest.Method = .get, accepting encoding: String? = "br, gzip", _ response: Response
    ) async throws -> Response {
        let responder = CompressingResponder(
            CallbackResponder { _, _ -> Response in response } as CallbackResponder<BasicRequestContext>)
        var head = HTTPRequest(method: method, scheme: "http", authority: "a.test", path: "/")
        if let encoding { head.headerFields[.acceptEncoding] = encoding }
        let context = BasicRequestContext(
            source: ApplicationRequestContextSource(channel: EmbeddedChannel(), logger: Logger(label: "test")))
        return try await responder.respond(to: Request(head: head, body: .init(buffer: ByteBuffer())), context: context)
    }

    private static func page(_ text: String = text, _ headers: HTTPFields = [.contentType: "text/html"]) -> Response {
        Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(string: text)))
    }

    private static func unpacked(_ response: Response) async throws -> String {
        let writer = BodyCollector(limit: 1 << 20)
        try await response.body.write(writer)
        let packed = Data(writer.bytes.readableBytesView)
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["gzip", "-dc"]
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: packed)
        try input.fileHandleForWriting.close()
        return String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }

    @Test("A client that accepts gzip gets the same text compressed")
    func text() async throws {
        let response = try await Self.answer(
            Self.page(Self.text, [.contentType: "text/html", .eTag: "\"a\"", .vary: "Cookie"]))
        #expect(response.headers[.contentEncoding] == "gzip")
        #expect(response.headers[.vary] == "Cookie, Accept-Encoding")
        #expect(response.headers[.eTag] == "W/\"a\"", "the same text, but not the same bytes")
        let length = try #require(response.body.contentLength)
        #expect(length < Self.text.utf8.count / 10)
        #expect(try await Self.unpacked(response) == Self.text)
    }

    @Test(
        "Other clients get it uncompressed",
        arguments: [
            nil, "", "br", "identity", "gzip;q=0", "gzip; q=0.0", "gzip;q=x", String(repeating: "gzip,", count: 1_000),
        ])
    func others(_ encoding: String?) async throws {
        let response = try await Self.answer(accepting: encoding, Self.page())
        #expect(response.headers[.contentEncoding] == nil && response.headers[.vary] == "Accept-Encoding")
        #expect(response.body.contentLength == Self.text.utf8.count)
    }

    @Test("Binary, short, partial, streamed and already compressed responses are unchanged")
    func untouched() async throws {
        let event: HTTPFields = [.contentType: "text/event-stream"]
        for response in [
            Self.page(Self.text, [.contentType: "image/png"]), Self.page(Self.text, event), Self.page(Self.text, [:]),
            Self.page("short"), Self.page(Self.text, [.contentType: "text/html", .contentEncoding: "br"]),
            Response(
                status: .partialContent, headers: [.contentType: "text/html"],
                body: .init(byteBuffer: ByteBuffer(string: Self.text))),
            Response(
                status: .ok, headers: [.contentType: "text/html"],
                body: ResponseBody { writer in
                    try await writer.write(ByteBuffer(string: Self.text))
                    try await writer.finish(nil)
                }),
        ] {
            let length = response.body.contentLength
            let answer = try await Self.answer(response)
            #expect(answer.headers[.contentEncoding] != "gzip" && answer.body.contentLength == length)
        }
    }

    @Test("A response to HEAD has no body to compress")
    func head() async throws {
        let response = try await Self.answer(to: .head, Self.page().createHeadResponse())
        #expect(response.headers[.contentEncoding] == nil)
    }

    @Test("Bytes that do not compress are sent unchanged")
    func noise() async throws {
        var generator = SystemRandomNumberGenerator()
        let noise = (0..<2_000).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        let response = try await Self.answer(
            Response(
                status: .ok, headers: [.contentType: "text/plain"], body: .init(byteBuffer: ByteBuffer(bytes: noise))))
        #expect(response.headers[.contentEncoding] == nil && response.body.contentLength == 2_000)
    }

    @Test("Copies of long answers are kept, and the oldest make room")
    func copies() {
        let copies = CompressedCopies()
        let short = ByteBuffer(string: Self.text)
        _ = copies.compressed(short)
        #expect(copies.count == 0)
        let answers = (0..<9).map { ByteBuffer(string: "\($0)" + String(repeating: "answer ", count: 300_000)) }
        for answer in answers { #expect(copies.compressed(answer) == Gzip.compressed(answer)) }
        // 2.1 MB each: eight do not fit.
        #expect(copies.count == 7)
        #expect(copies.compressed(answers[8]) == Gzip.compressed(answers[8]) && copies.count == 7)
        #expect(copies.compressed(answers[0]) == Gzip.compressed(answers[0]) && copies.count == 7)
    }
}
