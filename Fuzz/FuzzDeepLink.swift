// A libFuzzer target: any bytes are refused with an error, or are a link that is the same after printing and parsing
// it.

import AtollLinks

private let addresses = LinkAddresses(
    schemes: ["dla"], origins: ["https://lagoon.example"], miniAppSchemes: ["miniapp"]
)

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    if let link = try? DeepLink(path: text) { check(link) }
    if let link = try? DeepLink(text, at: addresses) { check(link) }
    return 0
}

private func check(_ link: DeepLink) {
    guard let again = try? DeepLink(path: link.path), again == link else { fatalError("not read back: \(link.path)") }
    precondition(again.path == link.path, "two forms of one link")
    for component in link.components {
        precondition(!component.isEmpty && component != "." && component != ".." && !component.contains("/"))
    }
    for url in [link.url(scheme: "dla"), link.url(origin: "https://lagoon.example")] + [link.url()].compactMap({ $0 }) {
        // Hosts are case-insensitive, so the case of the first component may change; nothing else may.
        guard url.utf8.count <= DeepLink.maximumLength else { continue }
        guard let other = try? DeepLink(url, at: addresses) else {
            // A link with characters that a host can't contain is refused, not parsed as something else.
            precondition(url.hasPrefix("dla:"), "not read back: \(url)")
            continue
        }
        let first = link.components.first
        if url.hasPrefix("dla:"), first?.lowercased() == DeepLink.miniAppComponent, first != DeepLink.miniAppComponent {
            continue
        }
        precondition(other == link, "not the same link: \(url)")
    }
}
