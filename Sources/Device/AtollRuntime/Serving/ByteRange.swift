/// The part of a file that a request wants.
///
/// Source: RFC 9110, section 14. Media elements ask for one range at a time; what asks for several gets the whole file,
/// which the standard allows.
package enum ByteRange: Hashable, Sendable {
    /// The whole file.
    case whole
    /// The bytes at these positions.
    case part(Range<Int>)
    /// None of its bytes.
    case unsatisfiable

    /// Reads a `Range` header.
    ///
    /// - Parameters:
    ///   - header: The value, such as `bytes=0-1`; `nil` for a request without it. The last position counts, too.
    ///   - length: The length of the file, in bytes.
    package init(_ header: String?, of length: Int) {
        self = .whole
        guard let match = header?.wholeMatch(of: #/(?i:bytes)=([0-9]{0,18})-([0-9]{0,18})/#) else { return }
        switch (Int(match.1), Int(match.2)) {
        case (let first?, let last?):
            guard first <= last else { return }
            self = first < length ? .part(first..<min(last + 1, length)) : .unsatisfiable
        case (let first?, nil): self = first < length ? .part(first..<length) : .unsatisfiable
        case (nil, let count?): self = count > 0 && length > 0 ? .part(max(0, length - count)..<length) : .unsatisfiable
        case (nil, nil): return
        }
    }
}
