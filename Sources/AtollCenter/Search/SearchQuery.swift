import AtollPackages
import Foundation

/// What is looked for, and which part of the answer is wanted.
struct SearchQuery: Hashable, Sendable {
    enum Subject: Hashable, Sendable {
        case all
        /// Every word begins a word of the mini app; `phrase` is the whole text, folded.
        case text(words: [String], phrase: String)
        case tag(String)
        /// Within so many metres of a point.
        case near(GeoPoint, radius: Double)
        /// What the super app shows first, at a time.
        case featured
    }

    var subject: Subject
    var filters: [SearchFilter] = []
    /// How many to pass over, from the beginning or from the cursor.
    var start = 0
    var count = MiniAppListingPage.maximumCount
    var cursor: SearchCursor?

    /// The query without the part that is wanted: what the total belongs to.
    var whole: SearchQuery { SearchQuery(subject: subject, filters: filters) }

    /// The bytes of the texts in it.
    var textBytes: Int {
        let subjectBytes =
            switch subject {
            case .all, .near, .featured: 0
            case .text(let words, let phrase): words.reduce(phrase.utf8.count) { $0 + $1.utf8.count }
            case .tag(let tag): tag.utf8.count
            }
        return filters.reduce(subjectBytes) { sum, filter in
            switch filter.values {
            case .texts(let texts): texts.reduce(sum + 64) { $0 + $1.utf8.count }
            case .numbers(let numbers): sum + 64 + 8 * numbers.count
            }
        }
    }

    /// Whether an entry that is part of the answer stands in the same place after a change.
    func keepsPlace(of before: SearchEntry, as after: SearchEntry) -> Bool {
        switch subject {
        case .all, .tag: before.name == after.name
        case .text:
            before.name == after.name && before.nameWords == after.nameWords
                && before.keywordWords == after.keywordWords && before.summaryWords == after.summaryWords
        case .near: before.details.places == after.details.places
        case .featured: true
        }
    }

    /// Whether an entry is part of the answer, or, for what is featured, may be.
    func matches(_ entry: SearchEntry) -> Bool {
        guard filters.allSatisfy({ $0.matches(entry) }) else { return false }
        switch subject {
        case .all, .featured: return true
        case .text(let words, _): return !words.isEmpty && entry.hasWords(beginningWith: words)
        case .tag(let tag): return entry.details.tags.contains { $0.utf8.elementsEqual(tag.utf8) }
        case .near(let center, let radius):
            return entry.details.places.contains { $0.point.distance(to: center) <= radius }
        }
    }
}

/// The last item of a page: the next one begins behind it, whatever was published since.
struct SearchCursor: Hashable, Sendable, Codable {
    /// How many items came before.
    var start: Int
    /// How well the item fits a text; 0 is best.
    var tier = 0
    /// The item's name, where the order is by name.
    var name: String?
    /// Its distance in metres, or its position among what is featured.
    var distance: Double?
    /// Its number.
    var number: Int

    /// No list is longer; what somebody has made up may be.
    private static let maximumStart = 1_000_000_000

    /// As it stands in an address.
    var text: String {
        let json = (try? JSONEncoder().encode(self)) ?? Data()
        return json.base64EncodedString().replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
    }

    /// Reads what ``text`` writes, or nil.
    init?(text: String) {
        guard text.utf8.count <= 2_048 else { return nil }
        var base64 = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        base64 += String(repeating: "=", count: (4 - base64.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: base64), let cursor = try? JSONDecoder().decode(Self.self, from: data),
            (0...Self.maximumStart).contains(cursor.start), (0...3).contains(cursor.tier), cursor.number >= 0
        else { return nil }
        self = cursor
    }

    init(start: Int, tier: Int = 0, name: String? = nil, distance: Double? = nil, number: Int) {
        self.start = start
        self.tier = tier
        self.name = name
        self.distance = distance
        self.number = number
    }
}

/// A page of an answer, its items as the JSON in which they are sent.
struct SearchPage: Sendable {
    var items: [String]
    var start: Int
    /// Counted up to ``MiniAppListingPage/maximumTotal``.
    var total: Int
    var next: SearchCursor?
    /// When the answer becomes another by itself.
    var expires: Date?
    /// The numbers of the items.
    var numbers: Set<Int64> = []

    /// The page's JSON.
    var json: String {
        var text = #"{"items":["# + items.joined(separator: ",") + "]"
        if let next { text += #","next":""# + next.text + "\"" }
        return text + #","start":\#(start),"total":\#(total)}"#
    }
}
