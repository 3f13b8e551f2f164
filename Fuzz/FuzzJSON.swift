import Foundation
import SignedJSON

/// A value that can be parsed has one canonical form, and its readable form parses to the same value.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let data = Array(UnsafeBufferPointer(start: start, count: count))
    if let value = try? JSONValue(parsing: data, numbers: .any) {
        precondition(try! JSONValue(parsing: value.readableBytes, numbers: .any) == value)
    }
    if let value = try? JSONValue(parsing: data) {
        let again = try! JSONValue(parsing: value.readableBytes)
        precondition(again.canonicalBytes == value.canonicalBytes)
    }
    if let text = String(bytes: data, encoding: .utf8), let date = Timestamp.date(text) {
        precondition(Timestamp.text(date) == text)
    }
    return 0
}
