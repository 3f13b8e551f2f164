import AtollPackages
import Foundation
import HummingbirdCore
import RequestParsing

@testable import AtollCenter
@testable import AtollCenterAnswers
@testable import AtollCenterDomain

/// A query is parsed within its limits, or refused with a `Problem`; a cursor is the same after writing and parsing it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    let pairs = text.split(separator: "&").map { pair -> (key: Substring, value: Substring) in
        let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        func decoded(_ part: Substring?) -> Substring { Substring(part?.removingPercentEncoding ?? String(part ?? "")) }
        return (decoded(parts.first), decoded(parts.count > 1 ? parts[1] : nil))
    }
    let parser = SearchParser(
        superApp: "com.example.super",
        definitions: [.init("price", .number), .init("team", .text)])
    do {
        let query = try parser.query(.init(pairs))
        precondition((0...MiniAppListingPage.maximumStart).contains(query.start))
        precondition((1...MiniAppListingPage.maximumCount).contains(query.count))
        precondition(query.filters.count <= SearchParser.maximumFilters && query.textBytes < 200_000)
    } catch {
        precondition(error is Problem)
    }
    if let cursor = SearchCursor(text: text) { precondition(SearchCursor(text: cursor.text) == cursor) }
    return 0
}
