/// Finds runs of combining marks in UTF-8 that are longer than ``ForeignText/longestRun``.
///
/// - Returns: The offset of the first mark beyond the limit, in bytes; nil if no run is too long. Bytes that are not
///   UTF-8 end a run.
/// - Complexity: O(*n*).
private func firstExcess(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let start = bytes.baseAddress else { return nil }
    var (index, run) = (0, 0)
    while index < bytes.count {
        // All characters before U+0300, whose first byte is 0xCC, begin a new run.
        guard bytes[index] >= 0xcc else {
            index += 1
            run = 0
            // Most text is ASCII, which is skipped a word at a time.
            while index + 8 <= bytes.count,
                UnsafeRawPointer(start + index).loadUnaligned(as: UInt64.self) & 0x8080_8080_8080_8080 == 0
            {
                index += 8
            }
            continue
        }
        let (scalar, length) = scalar(in: bytes, at: index)
        if scalar?.continuesRun == true {
            run += 1
            if run > ForeignText.longestRun { return index }
        } else {
            run = 0
        }
        index += length
    }
    return nil
}

/// The scalar at an offset and its length in bytes; nil and 1 if the bytes there are not UTF-8.
private func scalar(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> (Unicode.Scalar?, Int) {
    let first = bytes[index]
    let length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
    guard first < 0xf5, index + length <= bytes.count else { return (nil, 1) }
    var value = UInt32(first) & (0xff >> UInt32(length + 1))
    for offset in 1..<length {
        guard bytes[index + offset] & 0xc0 == 0x80 else { return (nil, 1) }
        value = value << 6 | UInt32(bytes[index + offset] & 0x3f)
    }
    guard let scalar = Unicode.Scalar(value) else { return (nil, 1) }
    return (scalar, length)
}

extension Unicode.Scalar {
    /// Whether it is sorted among its neighbours when text is normalized: it has a combining class, or it decomposes
    /// only into such scalars.
    var continuesRun: Bool {
        value >= 0x300
            && (properties.canonicalCombiningClass != .notReordered || value == 0xf73 || value == 0xf75
                || value == 0xf81)
    }
}

extension StringProtocol {
    /// The offset in bytes of the first combining mark beyond ``ForeignText/longestRun`` in a row, or nil.
    ///
    /// - Complexity: O(*n*), for any text.
    package var excessiveMark: Int? {
        if let found = utf8.withContiguousStorageIfAvailable(firstExcess) { return found }
        return Array(utf8).withUnsafeBufferPointer(firstExcess)
    }
}

extension String {
    /// The text with U+FFFD in place of each combining mark beyond ``ForeignText/longestRun`` in a row.
    ///
    /// - Complexity: O(*n*).
    var withoutExcessiveMarks: String {
        var (result, run) = (String.UnicodeScalarView(), 0)
        for scalar in unicodeScalars {
            run = scalar.continuesRun ? run + 1 : 0
            result.append(run > ForeignText.longestRun ? "\u{fffd}" : scalar)
        }
        return String(result)
    }
}
