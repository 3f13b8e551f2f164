import ForeignText

/// Reads a form with files, in the format `multipart/form-data`, as its bytes arrive. Only the bytes that were read
/// last are in memory, however long a file is.
///
/// ```swift
/// var reader = try MultipartReader(contentType: "multipart/form-data; boundary=x")
/// for try await chunk in body {
///     for event in try reader.read(chunk) { … }
/// }
/// try reader.finish()
/// ```
///
/// Source: RFC 7578 and RFC 2046, section 5.1, but strict: nothing before the first boundary, lines end with CR and LF.
package struct MultipartReader: Sendable {
    /// An event in a form, in the order of its bytes.
    package enum Event: Hashable, Sendable {
        /// A part begins: a field, or a file if it has a file name, which is empty if none was chosen.
        case part(name: String, fileName: String?)
        /// Bytes of the part that began last.
        case bytes([UInt8])
    }

    /// The most parts of one form.
    package static let maximumParts = 16
    /// The longest headers of one part, in bytes.
    package static let maximumHeaders = 4_096

    private enum State { case delimiter, headers, body, ended }

    /// The delimiter that ends a part: a line break, two hyphens and the boundary.
    private let delimiter: [UInt8]
    private var state = State.delimiter
    private var rest: [UInt8]
    private var parts = 0
    private var epilogue = 0
    private static let maximumEpilogue = 64

    /// Begins to read a form.
    ///
    /// - Parameter contentType: The value of the header `Content-Type`.
    /// - Throws: ``MultipartError/noForm``.
    package init(contentType: String?) throws(MultipartError) {
        guard let contentType else { throw .noForm }
        let pieces = contentType.split(separator: ";")
        guard let type = pieces.first, Self.trimmed(type).lowercased() == "multipart/form-data" else { throw .noForm }
        let boundaries = pieces.dropFirst().compactMap { piece -> Substring? in
            let piece = Self.trimmed(piece)
            guard piece.prefix(9).lowercased() == "boundary=" else { return nil }
            let value = piece.dropFirst(9)
            return value.count >= 2 && value.first == "\"" && value.last == "\"" ? value.dropFirst().dropLast() : value
        }
        guard boundaries.count == 1, (1...70).contains(boundaries[0].utf8.count),
            boundaries[0].utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "\"") })
        else { throw .noForm }
        delimiter = Array("\r\n--".utf8) + Array(boundaries[0].utf8)
        // The first boundary begins a line, as if one had ended before it.
        rest = Array("\r\n".utf8)
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop { $0 == " " || $0 == "\t" }
        while text.last == " " || text.last == "\t" { text = text.dropLast() }
        return text
    }

    /// Reads further bytes.
    ///
    /// - Complexity: O(*n*) in the number of bytes.
    package mutating func read(_ bytes: some Sequence<UInt8>) throws(MultipartError) -> [Event] {
        if state == .ended {
            // Only a line break may follow the last boundary, and not another form.
            for _ in bytes { epilogue += 1 }
            guard epilogue <= Self.maximumEpilogue else { throw .malformed }
            return []
        }
        rest.append(contentsOf: bytes)
        var events: [Event] = []
        var index = 0
        reading: while true {
            switch state {
            case .delimiter:
                guard rest.count - index >= delimiter.count + 2 else { break reading }
                guard rest[index..<index + delimiter.count].elementsEqual(delimiter) else { throw .malformed }
                let end = rest[index + delimiter.count..<index + delimiter.count + 2]
                index += delimiter.count + 2
                if end.elementsEqual([0x2d, 0x2d]) {
                    state = .ended
                    break reading
                }
                guard end.elementsEqual([0x0d, 0x0a]) else { throw .malformed }
                parts += 1
                guard parts <= Self.maximumParts else { throw .tooManyParts }
                state = .headers
            case .headers:
                // A part without a name.
                guard !rest[index...].starts(with: [0x0d, 0x0a]) else { throw .malformed }
                guard let end = Self.find([0x0d, 0x0a, 0x0d, 0x0a], in: rest, from: index) else {
                    guard rest.count - index <= Self.maximumHeaders else { throw .headersTooLong }
                    break reading
                }
                guard end - index <= Self.maximumHeaders else { throw .headersTooLong }
                events.append(try Self.part(Array(rest[index..<end])))
                index = end + 4
                state = .body
            case .body:
                if let end = Self.find(delimiter, in: rest, from: index) {
                    if end > index { events.append(.bytes(Array(rest[index..<end]))) }
                    index = end
                    state = .delimiter
                } else {
                    // The delimiter may have begun in the last bytes.
                    let end = max(index, rest.count - delimiter.count + 1)
                    if end > index { events.append(.bytes(Array(rest[index..<end]))) }
                    index = end
                    break reading
                }
            case .ended: break reading
            }
        }
        if state == .ended {
            epilogue = rest.count - index
            guard epilogue <= Self.maximumEpilogue else { throw .malformed }
            rest = []
            return events
        }
        rest.removeFirst(index)
        return events
    }

    /// Checks that the form was read to its end.
    ///
    /// - Throws: ``MultipartError/cutOff``.
    package func finish() throws(MultipartError) {
        guard state == .ended else { throw .cutOff }
    }

    private static func find(_ pattern: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        bytes.withUnsafeBufferPointer { bytes in
            pattern.withUnsafeBufferPointer { pattern in
                var index = start
                let last = bytes.count - pattern.count
                while index <= last {
                    if bytes[index] == pattern[0], bytes[index + 1] == pattern[1] {
                        var length = 2
                        while length < pattern.count, bytes[index + length] == pattern[length] { length += 1 }
                        if length == pattern.count { return index }
                    }
                    index += 1
                }
                return nil
            }
        }
    }

    /// The event that the headers of a part describe.
    private static func part(_ bytes: [UInt8]) throws(MultipartError) -> Event {
        guard let text = try? ForeignText(bytes).text else { throw .malformed }
        for line in text.split(separator: "\r\n") {
            guard let colon = line.firstIndex(of: ":") else { throw .malformed }
            guard line[..<colon].lowercased() == "content-disposition" else { continue }
            let parameters = try parameters(of: trimmed(line[line.index(after: colon)...]))
            guard let name = parameters["name"], !name.isEmpty, name.utf8.count <= FormFields.maximumName else {
                throw .malformed
            }
            return .part(name: name, fileName: parameters["filename"])
        }
        throw .malformed
    }

    /// The parameters of a disposition such as `form-data; name="a"; filename="b;c"`. Browsers write a quotation mark
    /// in a name as `%22`.
    private static func parameters(of disposition: Substring) throws(MultipartError) -> [String: String] {
        var rest = disposition
        guard rest.prefix(9).lowercased() == "form-data" else { throw .malformed }
        rest = rest.dropFirst(9)
        var parameters: [String: String] = [:]
        while true {
            rest = rest.drop { $0 == " " || $0 == "\t" }
            if rest.isEmpty { return parameters }
            guard rest.first == ";" else { throw .malformed }
            rest = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
            guard let equals = rest.firstIndex(of: "=") else { throw .malformed }
            let name = rest[..<equals].lowercased()
            rest = rest[rest.index(after: equals)...]
            guard rest.first == "\"" else { throw .malformed }
            rest = rest.dropFirst()
            guard let end = rest.firstIndex(of: "\"") else { throw .malformed }
            guard parameters.updateValue(String(rest[..<end]), forKey: name) == nil else { throw .malformed }
            rest = rest[rest.index(after: end)...]
        }
    }
}
