import Foundation
import Testing

@testable import AtollCatalog

@Suite("The dates of answers")
struct HTTPDateTests {
    @Test("The form that servers send is read, and no other")
    func forms() {
        #expect(HTTPDate.date("Sun, 06 Nov 1994 08:49:37 GMT") == Date(timeIntervalSince1970: 784_111_777))
        #expect(HTTPDate.date("Sat, 29 Feb 2020 23:59:60 GMT") == Date(timeIntervalSince1970: 1_583_020_800))
        let others = [
            "", "now", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "Sun, 06 Nov 1994 08:49:37 UTC",
            "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT",
            "Sun, -6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT ", String(repeating: "9", count: 29),
            "\u{661}un, 06 Nov 1994 08:49:37 GM",
        ]
        for text in others { #expect(HTTPDate.date(text) == nil, "\(text)") }
    }

    @Test("A clock that is a little off says nothing, one that is far off says both times")
    func difference() {
        let (heard, time) = (HeardTime(), Date(timeIntervalSince1970: 1_800_000_000))
        #expect(heard.difference == nil)
        heard.note(time, at: time.addingTimeInterval(600))
        #expect(heard.difference == nil)
        heard.note(time, at: time.addingTimeInterval(-601))
        #expect(heard.difference?.server == time)
    }
}
