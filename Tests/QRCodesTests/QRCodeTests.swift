import QRCodes
import Testing

@Suite("QR codes")
struct QRCodeTests {
    /// The corners at which readers find a code.
    private static let finder = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"]

    @Test("A code has the three corners that readers look for", arguments: [1, 20, 200, 1_000])
    func corners(_ length: Int) throws {
        let code = try QRCode(String(repeating: "a", count: length))
        #expect(code.side % 4 == 1 && (21...177).contains(code.side))
        for (row, column) in [(0, 0), (0, code.side - 7), (code.side - 7, 0)] {
            let found = (0..<7).map { y in
                (0..<7).map { x in code.isDark(row: row + y, column: column + x) ? "1" : "0" }.joined()
            }
            #expect(found == Self.finder)
        }
        #expect(!code.isDark(row: -1, column: 0) && !code.isDark(row: 0, column: code.side))
    }

    @Test("Nothing, too much and U+0000 have none", arguments: ["", String(repeating: "a", count: 1_001), "a\0b"])
    func refused(_ text: String) {
        #expect(throws: QRCodeError.badLength) { try QRCode(text) }
    }

    @Test("A terminal shows it with its margin, in colours or without")
    func terminal() throws {
        let code = try QRCode("atoll")
        let lines = code.halfBlocks().split(separator: "\n")
        #expect(lines.count == (code.side + 2 * QRCode.margin + 1) / 2)
        #expect(Set(lines.map(\.count)) == [code.side + 2 * QRCode.margin])
        #expect(lines.first?.allSatisfy { $0 == "█" } == true)
        #expect(code.halfBlocks(isColoured: true).hasPrefix("\u{1b}[30;107m "))
    }

    @Test("An image says what it is, and markup in that is text")
    func image() throws {
        let svg = try QRCode("atoll").svg(label: "<b>\"Link\" & more", id: "x")
        #expect(svg.contains("<title id=\"x\">&lt;b>&quot;Link&quot; &amp; more</title>"))
        #expect(svg.contains("viewBox=\"0 0 29 29\""))
    }
}
