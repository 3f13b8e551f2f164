/// Reads the chunks of a PNG file, and leaves out all that are not needed to show it. Source: PNG (third edition),
/// section 5.
struct PNGPicture {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    /// The chunks that are copied, and their maximum lengths in bytes.
    private static let needed = [
        "IHDR": 13, "PLTE": 768, "tRNS": 256, "IDAT": Int.max, "IEND": 0, "sRGB": 1, "gAMA": 4,
    ]

    private(set) var bare = BarePicture(bytes: signature)
    private var hasPixels = false

    /// Nil if it is not a PNG file, or damaged.
    init?(_ file: [UInt8]) {
        guard file.starts(with: Self.signature) else { return nil }
        var index = 8
        while index + 12 <= file.count {
            let length = Self.number(file, at: index)
            guard length <= file.count - index - 12 else { return nil }
            let type = String(decoding: file[(index + 4)..<(index + 8)], as: UTF8.self)
            guard (type == "IHDR") == (index == 8) else { return nil }
            if type == "IHDR" {
                guard length == 13 else { return nil }
                bare.width = Self.number(file, at: index + 8)
                bare.height = Self.number(file, at: index + 12)
            }
            if let maximum = Self.needed[type] {
                guard length <= maximum else { return nil }
                bare.bytes += file[index..<(index + 12 + length)]
            }
            if type == "IDAT", length > 0 { hasPixels = true }
            if type == "IEND" {
                guard hasPixels else { return nil }
                return
            }
            index += 12 + length
        }
        // The file ends without an end chunk.
        return nil
    }

    private static func number(_ file: [UInt8], at index: Int) -> Int {
        file[index..<(index + 4)].reduce(0) { $0 << 8 | Int($1) }
    }
}
