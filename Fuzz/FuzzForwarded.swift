import Foundation
import RequestParsing

/// A peer that is not a trusted proxy is the client, regardless of its headers; a proxy's headers yield a valid address
/// or nothing.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    let (proxy, stranger) = (IPAddress("10.0.0.1")!, IPAddress("203.0.113.1")!)
    let proxies = TrustedProxies([IPRange("10.0.0.0/8")!])
    for (forwarded, list) in [(text, nil), (nil, text), (text, text)] as [(String?, String?)] {
        precondition(proxies.client(peer: stranger, forwarded: forwarded, xForwardedFor: list) == stranger)
        let client = proxies.client(peer: proxy, forwarded: forwarded, xForwardedFor: list)!
        precondition(IPAddress(client.description) == client)
    }
    _ = IPRange(text)
    if let address = IPAddress(text) { precondition(IPAddress(address.description) == address) }
    return 0
}
