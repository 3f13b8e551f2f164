/// The banner of a library, which tools such as bundlers leave in its files, and the first version without a known
/// fault.
struct KnownBanner: Sendable {
    let name: String
    /// The texts before the version.
    let marks: [StaticString]
    /// The first version without the fault.
    let since: String
    let reason: String

    private static let all = [
        KnownBanner(
            name: "jQuery", marks: ["jQuery v", "jQuery JavaScript Library v"], since: "3.5.0",
            reason: "It runs scripts in HTML from elsewhere (CVE-2020-11022)."),
        KnownBanner(
            name: "Bootstrap", marks: ["Bootstrap v", "bootstrap.js v"], since: "3.4.1",
            reason: "Its tooltips run scripts in their texts (CVE-2019-8331)."),
        KnownBanner(
            name: "Handlebars", marks: ["handlebars v"], since: "4.7.7",
            reason: "Templates from elsewhere run code (CVE-2021-23383)."),
        KnownBanner(
            name: "DOMPurify", marks: ["DOMPurify "], since: "2.5.4",
            reason: "It lets markup through that runs scripts (CVE-2024-45801)."),
        KnownBanner(
            name: "Moment.js", marks: ["//! version : "], since: "2.29.4",
            reason: "Long texts block it for minutes (CVE-2022-31129)."),
        KnownBanner(
            name: "Underscore.js", marks: ["Underscore.js "], since: "1.12.1",
            reason: "Its templates run code of their settings (CVE-2021-23358)."),
    ]

    /// The first faulty library that a file names in its banner, with its version.
    static func found(in beginning: ArraySlice<UInt8>) -> (banner: KnownBanner, version: String)? {
        beginning.withUnsafeBufferPointer { bytes in
            for banner in all {
                for mark in banner.marks {
                    guard let end = end(of: mark, in: bytes) else { continue }
                    let version = bytes[end...].prefix { (0x30...0x39).contains($0) || $0 == 0x2e }
                    let text = Substring(decoding: version, as: UTF8.self)
                    guard text.contains("."), isBefore(text, banner.since) else { continue }
                    return (banner, String(text))
                }
            }
            return nil
        }
    }

    /// The end of the first occurrence of a text.
    private static func end(of mark: StaticString, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        let length = mark.utf8CodeUnitCount
        guard bytes.count >= length else { return nil }
        for start in 0...(bytes.count - length) where bytes[start] == mark.utf8Start[0] {
            if (1..<length).allSatisfy({ bytes[start + $0] == mark.utf8Start[$0] }) { return start + length }
        }
        return nil
    }

    private static func isBefore(_ version: Substring, _ other: String) -> Bool {
        let (one, two) = (
            version.split(separator: ".").map { Int($0) ?? 0 }, other.split(separator: ".").map { Int($0) ?? 0 }
        )
        return one.lexicographicallyPrecedes(two)
    }
}
