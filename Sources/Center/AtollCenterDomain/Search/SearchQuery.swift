import AtollPackages
import Foundation

/// A search, and the part of its results that is requested.
package struct SearchQuery: Hashable, Sendable {
    package enum Subject: Hashable, Sendable {
        case all
        /// Every word is the beginning of a word of the mini app; `phrase` is the whole text, folded.
        case text(words: [String], phrase: String)
        case tag(String)
        /// Within `radius` metres of a point.
        case near(GeoPoint, radius: Double)
        /// The mini apps that the super app features at the time.
        case featured
    }

    package var subject: Subject
    package var filters: [SearchFilter] = []
    /// How many results to skip, from the beginning or from the cursor.
    package var start = 0
    package var count = MiniAppListingPage.maximumCount
    package var cursor: SearchCursor?

    package init(
        subject: Subject, filters: [SearchFilter] = [], start: Int = 0, count: Int = MiniAppListingPage.maximumCount,
        cursor: SearchCursor? = nil
    ) {
        self.subject = subject
        self.filters = filters
        self.start = start
        self.count = count
        self.cursor = cursor
    }

    /// The query for all results, by which the total is cached.
    package var whole: SearchQuery { SearchQuery(subject: subject, filters: filters) }

    /// The approximate size of its texts and values, in bytes.
    package var textBytes: Int {
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

    /// Whether an entry among the results stays at its position in their order after a change.
    package func keepsPlace(of before: SearchEntry, as after: SearchEntry) -> Bool {
        switch subject {
        case .all, .tag: before.name == after.name
        case .text:
            before.name == after.name && before.nameWords == after.nameWords
                && before.keywordWords == after.keywordWords && before.summaryWords == after.summaryWords
        case .near: before.details.places == after.details.places
        case .featured: true
        }
    }

    /// Whether an entry is among the results or, for featured mini apps, may be.
    package func matches(_ entry: SearchEntry) -> Bool {
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
