import Foundation
import RequestParsing

/// A cookie is found by the name that it has, and has no semicolon in it.
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
