import RequestParsing
import Testing

@Suite("Forms with files")
struct MultipartReaderTests {
    private static let type = "multipart/form-data; boundary=----edge"

    /// A form with two files, the second of which has lines that look like a boundary.
    private static let form = """
        ------edge\r
        Content-Disposition: form-data; name="statement"; filename="kudos; \u{e4}.statement"\r
        Content-Type: application/octet-stream\r
        \r
        {}\r
        ------edge\r
        content-disposition: form-data; name="package"; filename="kudos.ma"\r
        \r
        PK\r
        ------edg\r
        --\r
        \r
        ------edge--\r

        """

    private static func read(_ form: String, by size: Int, type: String = type) throws -> [MultipartReader.Event] {
        var reader = try MultipartReader(contentType: type)
        var events: [MultipartReader.Event] = []
        let bytes = Array(form.utf8)
        for start in stride(from: 0, to: bytes.count, by: size) {
            for event in try reader.read(bytes[start..<min(start + size, bytes.count)]) {
                if case .bytes(let more) = event, case .bytes(let before)? = events.last {
                    events[events.count - 1] = .bytes(before + more)
                } else {
                    events.append(event)
                }
            }
        }
        try reader.finish()
        return events
    }

    @Test("is the same however its bytes arrive", arguments: [1, 2, 3, 7, 16, 100, 10_000])
    func chunks(_ size: Int) throws {
        let events = try Self.read(Self.form, by: size)
        #expect(
            events == [
                .part(name: "statement", fileName: "kudos; \u{e4}.statement"), .bytes(Array("{}".utf8)),
                .part(name: "package", fileName: "kudos.ma"), .bytes(Array("PK\r\n------edg\r\n--\r\n".utf8)),
            ])
    }

    @Test("keeps no more of a file than what was read last")
    func memory() throws {
        var reader = try MultipartReader(contentType: Self.type)
        _ = try reader.read("------edge\r\nContent-Disposition: form-data; name=\"a\"; filename=\"b\"\r\n\r\n".utf8)
        var count = 0
        for _ in 0..<100 {
            for case .bytes(let bytes) in try reader.read([UInt8](repeating: 0x0d, count: 10_000)) {
                count += bytes.count
            }
        }
        // All but what a boundary could begin with.
        #expect(count >= 1_000_000 - 20)
    }

    @Test(
        "that is malformed is refused",
        arguments: [
            ("", MultipartError.cutOff),
            ("------edge", .cutOff),
            ("hello", .cutOff),
            ("------other\r\n\r\n\r\n------other--\r\n", .malformed),
            ("\r\n------edge--", .malformed),
            ("------edge\r\n\r\nx\r\n------edge--\r\n", .malformed),
            ("------edge\r\nContent-Type: a/b\r\n\r\nx\r\n------edge--\r\n", .malformed),
            ("------edge\r\nContent-Disposition: form-data\r\n\r\nx\r\n------edge--\r\n", .malformed),
            ("------edge\r\nContent-Disposition: form-data; name=a\r\n\r\nx\r\n------edge--\r\n", .malformed),
            ("------edge\r\nContent-Disposition: form-data; name=\"\"\r\n\r\nx\r\n------edge--\r\n", .malformed),
            (
                "------edge\r\nContent-Disposition: form-data; name=\"a\"; name=\"b\"\r\n\r\n\r\n------edge--",
                .malformed
            ),
            ("------edge\r\nContent-Disposition: form-data; name=\"a\" x\r\n\r\n\r\n------edge--", .malformed),
            ("------edge\r\nContent-Disposition: attachment; name=\"a\"\r\n\r\n\r\n------edge--", .malformed),
            ("------edgeContent-Disposition: form-data; name=\"a\"\r\n\r\n\r\n------edge--", .malformed),
            ("------edge\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx", .cutOff),
            ("------edge--" + String(repeating: "x", count: 100), .malformed),
        ])
    func malformed(_ form: String, _ error: MultipartError) {
        for size in [1, 5, 1_000] {
            #expect(throws: error) { try Self.read(form, by: size) }
        }
    }

    @Test("has limits")
    func limits() {
        let long = String(repeating: "x", count: 5_000)
        #expect(throws: MultipartError.headersTooLong) { try Self.read("------edge\r\nA: \(long)", by: 1_000) }
        #expect(throws: MultipartError.headersTooLong) {
            try Self.read("------edge\r\nA: \(long)\r\n\r\n", by: 100_000)
        }
        let part = "------edge\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\r\n"
        #expect(throws: MultipartError.tooManyParts) {
            try Self.read(String(repeating: part, count: 17) + "------edge--", by: 1_000)
        }
        let name = String(repeating: "n", count: 65)
        #expect(throws: MultipartError.malformed) {
            try Self.read("------edge\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n", by: 1_000)
        }
    }

    @Test("is known by its type")
    func types() throws {
        for type in [
            nil, "", "application/json", "multipart/form-data", "multipart/mixed; boundary=a",
            "multipart/form-data; boundary=", "multipart/form-data; boundary=\"a b\"",
            "multipart/form-data; boundary=a; boundary=b",
            "multipart/form-data; boundary=" + String(repeating: "a", count: 71),
        ] {
            #expect(throws: MultipartError.noForm) { try MultipartReader(contentType: type) }
        }
        let form = Self.form
        for type in [
            "Multipart/Form-Data;boundary=\"----edge\"", "multipart/form-data; charset=utf-8; Boundary=----edge",
        ] {
            #expect(try Self.read(form, by: 64, type: type).count == 4)
        }
    }
}
