import Foundation
import RequestParsing

/// The value of a cookie contains no semicolon, and a header that is too long contains no cookies.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    let cookies = CookieHeader(text)
    for name in ["__Host-session", "a", "", String(text.prefix(3))] {
        guard let value = cookies[name] else { continue }
        precondition(!value.utf8.contains(UInt8(ascii: ";")) && text.utf8.count <= CookieHeader.maximumLength)
    }
    return 0
}
