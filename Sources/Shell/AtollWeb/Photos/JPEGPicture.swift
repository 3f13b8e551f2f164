/// Reads the segments of a JPEG file, and copies only those that are needed to show it. Everything that cameras,
/// programs and people add is left out, including the orientation of the camera. Source: ITU-T T.81, annex B.
struct JPEGPicture {
    private(set) var bare = BarePicture(bytes: [0xff, 0xd8])
    private var hasScan = false

    /// Nil if it is not a JPEG file, or damaged.
    init?(_ file: [UInt8]) {
        guard file.count > 4, file[0] == 0xff, file[1] == 0xd8 else { return nil }
        var index = 2
        while index + 1 < file.count {
            guard file[index] == 0xff else { return nil }
            let marker = file[index + 1]
            switch marker {
            case 0xff: index += 1
            case 0xd9:
                bare.bytes += [0xff, 0xd9]
                guard bare.width > 0, hasScan else { return nil }
                return
            default:
                guard let end = Self.end(ofSegment: index, file) else { return nil }
                guard read(marker, file[index..<end]) else { return nil }
                index = end
                if marker == 0xda {
                    hasScan = true
                    index = copyScan(file, from: index)
                }
            }
        }
        // The file ends without an end marker.
        return nil
    }

    private static func end(ofSegment index: Int, _ file: [UInt8]) -> Int? {
        guard index + 3 < file.count else { return nil }
        let length = Int(file[index + 2]) << 8 | Int(file[index + 3])
        let end = index + 2 + length
        return length >= 2 && end <= file.count ? end : nil
    }

    /// Copies a segment, or leaves it out.
    private mutating func read(_ marker: UInt8, _ segment: ArraySlice<UInt8>) -> Bool {
        let contents = segment.dropFirst(4)
        switch marker {
        // Huffman and quantization tables, arithmetic coding conditions, restart intervals, the number of lines, the
        // header of a scan.
        case 0xc4, 0xcc, 0xdb, 0xdd, 0xdc, 0xda: break
        // The frame, which has the size.
        case 0xc0...0xcf where marker != 0xc8:
            guard contents.count >= 5, bare.width == 0 else { return false }
            let start = contents.startIndex
            bare.height = Int(contents[start + 1]) << 8 | Int(contents[start + 2])
            bare.width = Int(contents[start + 3]) << 8 | Int(contents[start + 4])
        // The meaning of the color values: a profile, and the encoding of the channels.
        case 0xe2 where contents.starts(with: Array("ICC_PROFILE\0".utf8)): break
        case 0xee where contents.starts(with: Array("Adobe".utf8)) && contents.count == 12: break
        default: return true
        }
        bare.bytes += segment
        return true
    }

    /// Copies the coded picture after the header of a scan, up to the next marker.
    private mutating func copyScan(_ file: [UInt8], from start: Int) -> Int {
        var index = start
        func isCoded() -> Bool {
            // Markers may have any number of 0xFF before them.
            file[index] != 0xff || [0, 0xff].contains(file[index + 1]) || (0xd0...0xd7).contains(file[index + 1])
        }
        while index + 1 < file.count, isCoded() { index += 1 }
        bare.bytes += file[start..<index]
        return index
    }
}
