import AtollCenter
import AtollCenterDomain
import AtollPackages
import Foundation

/// Fictitious mini apps, each derived from its number.
///
/// Names and descriptions use 2,000 words. One of them is in about a third of all entries, and the others are rarer the
/// later they come (Zipf's law). Every fourth entry has a place, and each has a category, a price and some of 50 tags.
struct SampleEntries {
    let superApp: String
    let publisher: PublisherID
    /// The manifest that all others are based on.
    let model: Manifest

    init(superApp: String) {
        guard let publisher = PublisherID("org.sample"),
            let model = try? Manifest(
                decoding: Data(
                    """
                    {"app_id": "org.sample.n0", "name": "Sample", "version": {"code": 1, "name": "1.0"}, "pages": ["pages/a"],
                     "icons": [{"src": "common/icon.svg"}], "platform_version": {"min_code": 1}}
                    """.utf8))
        else { preconditionFailure("The sample is not a valid manifest.") }
        self.superApp = superApp
        self.publisher = publisher
        self.model = model
    }

    static let attributes = [
        AttributeDefinition("category", .choice(categories)), AttributeDefinition("price", .number),
    ]
    private static let categories = ["Finance", "Food", "Fun", "Health", "News", "Travel", "Work"]

    /// The words, most frequent first.
    static let words: [String] = {
        let syllables = ["ka", "lo", "mi", "ne", "ru", "sa", "te", "vo", "zu", "bi", "da", "fe", "gi"]
        return (0..<2_000).map { number in
            let parts = [number % 13, number / 13 % 13, number / 169 % 13, number % 7]
            return parts.map { syllables[$0] }.joined()
        }
    }()

    func entry(_ number: Int) -> SearchEntry {
        var random = SplitMix(state: UInt64(number))
        let name = (0..<2).map { _ in word(&random) }.joined(separator: " ").capitalized
        let summary = (0..<10).map { _ in word(&random) }.joined(separator: " ")
        let listing = MiniAppListing(
            manifest: manifest(number, name, summary), icon: nil,
            files: FileListReference(
                sha256: SHA256Hash(of: Data("\(number)".utf8)), length: 2_000, count: 20,
                bytes: Int(random.next() % 5_000_000)),
            published: Date(timeIntervalSince1970: 1_700_000_000 + Double(number)))
        var details = MiniAppDetails(tags: ["tag\(random.next() % 50)", "tag\(random.next() % 50)"])
        if number.isMultiple(of: 4) {
            // Most are near a few cities.
            let city = Double(random.next() % 40)
            let point = GeoPoint(
                latitude: -60 + city * 3 + Double(random.next() % 1_000) / 2_000,
                longitude: -170 + city * 8 + Double(random.next() % 1_000) / 2_000)
            details.places = point.map { [.init(name: "Shop", point: $0)] } ?? []
        }
        details.attributes = [
            superApp: [
                "category": .text(Self.categories[Int(random.next() % UInt64(Self.categories.count))]),
                "price": .number(Double(random.next() % 100)),
            ]
        ]
        let roles = [[], [], [], ["Sales"], ["Support"]][Int(random.next() % 5)]
        return SearchEntry(
            listing: listing, publisher: publisher, details: details,
            audience: Audience(roles: roles, superApps: [superApp], minimumPlatform: 1, minimumHost: nil))
    }

    private func manifest(_ number: Int, _ name: String, _ summary: String) -> Manifest {
        var manifest = model
        manifest.id = MiniAppID("org.sample.n\(number)") ?? model.id
        manifest.name = name
        manifest.summary = summary
        return manifest
    }

    /// Returns a random word, with the first ones more often.
    private func word(_ random: inout SplitMix) -> String {
        // One word in thirty is the first one. With twelve words in each entry, it appears in a third of them.
        if random.next().isMultiple(of: 30) { return Self.words[0] }
        let uniform = Double(random.next() >> 11) / Double(1 << 53)
        // cannot trap: from 1 to the number of words.
        return Self.words[min(Self.words.count - 1, Int(pow(Double(Self.words.count), uniform)))]
    }
}
