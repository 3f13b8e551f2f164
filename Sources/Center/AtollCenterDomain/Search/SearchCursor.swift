import AtollPackages
import Foundation
import SignedJSON

/// The last item of a page: the next page begins after it, even if something was published in the meantime.
package struct SearchCursor: Hashable, Sendable, Codable {
    /// How many items come before the next page.
    package var start: Int
    /// How well the item matches a text, from 0, the best, to 3.
    package var tier = 0
    /// The item's name, if the order is by name.
    package var name: String?
    /// The item's distance in metres, or its position among the featured mini apps.
    package var distance: Double?
    /// The item's number.
    package var number: Int

    /// No list is longer, but a forged cursor may claim more.
    private static let maximumStart = 1_000_000_000

    /// The cursor as it appears in a URL: equal cursors have equal texts.
    package var text: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let json = (try? encoder.encode(self)) ?? Data()
        return json.base64EncodedString().replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
    }

    /// Parses a cursor from ``text``, or returns nil.
    package init?(text: String) {
        guard text.utf8.count <= 2_048 else { return nil }
        var base64 = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        base64 += String(repeating: "=", count: (4 - base64.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: base64),
            let cursor = try? JSONDecoder().decode(Self.self, fromForeign: data),
            (0...Self.maximumStart).contains(cursor.start), (0...3).contains(cursor.tier), cursor.number >= 0,
            cursor.name?.utf8.contains(0) != true
        else { return nil }
        self = cursor
    }

    package init(start: Int, tier: Int = 0, name: String? = nil, distance: Double? = nil, number: Int) {
        self.start = start
        self.tier = tier
        self.name = name
        self.distance = distance
        self.number = number
    }
}
