import ForeignText
import Foundation

/// The reason that bytes are not JSON that can be signed.
public enum JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The byte at this offset was not expected.
    case unexpected(at: Int)
    /// The text ends before the value does.
    case ended
    /// A name appears twice in one object.
    case duplicateName(String)
    /// The number at this offset has a fraction or an exponent.
    case notWhole(at: Int)
    /// The number at this offset does not fit in 64 bits, or is written as `-0` or with leading zeros.
    case badNumber(at: Int)
    /// The text at this offset is not UTF-8, or one of its escapes is half a surrogate pair.
    case badText(at: Int)
    /// The text at this offset has more combining marks in a row than ``ForeignText/longestRun``.
    case tooManyMarks(at: Int)
    /// Values are nested deeper than ``JSONValue/maximumDepth``.
    case tooDeep
    /// The outermost list has more values than the caller allows.
    case tooManyValues(limit: Int)

    public var description: String {
        switch self {
        case .unexpected(let position): "The JSON can't be read at byte \(position)."
        case .ended: "The JSON ends too early."
        case .duplicateName(let name): "The name \"\(name)\" appears twice in one object."
        case .notWhole(let position):
            "The number at byte \(position) is not whole, but canonical JSON has only whole numbers."
        case .badNumber(let position): "The number at byte \(position) can't be read."
        case .badText(let position): "The text at byte \(position) is not valid UTF-8."
        case .tooManyMarks(let position):
            "The text at byte \(position) has more than \(ForeignText.longestRun) combining marks in a row."
        case .tooDeep: "The JSON is nested deeper than \(JSONValue.maximumDepth) levels."
        case .tooManyValues(let limit): "The list has more than \(limit) values."
        }
    }
}

extension JSONError {
    /// The description with the line and column in `text`, the bytes that were parsed. Both count from 1, columns in
    /// characters.
    ///
    /// - Complexity: O(*n*) in the bytes.
    public func description(in text: some Collection<UInt8>) -> String {
        let position: Int
        switch self {
        case .unexpected(let byte), .notWhole(let byte), .badNumber(let byte), .badText(let byte),
            .tooManyMarks(let byte):
            position = byte
        case .ended: position = text.count
        case .duplicateName, .tooDeep, .tooManyValues: return description
        }
        let before = text.prefix(position)
        let line = before.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).last ?? before[...]
        let number = before.count { $0 == UInt8(ascii: "\n") } + 1
        let place = "line \(number), column \(String(decoding: line, as: UTF8.self).count + 1)"
        return switch self {
        case .unexpected: "The JSON can't be read at \(place)."
        case .notWhole: "The number at \(place) is not whole, but canonical JSON has only whole numbers."
        case .badNumber: "The number at \(place) can't be read."
        case .badText: "The text at \(place) is not valid UTF-8."
        case .tooManyMarks:
            "The text at \(place) has more than \(ForeignText.longestRun) combining marks in a row."
        default: "The JSON ends too early, at \(place)."
        }
    }
}
