import ArgumentParser
import AtollCatalog
import AtollPackages
import AtollTerminal
import Foundation
import SignedJSON

/// `atoll search`: searches as a user of a super app.
struct SearchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search", abstract: "Search for mini apps as a user of a super app would.",
        discussion: """
            Prints the id, version, size and name of each. Without a search, all are listed.

            A filter is a field, an operator and a value: --where "price less 10", --where "category in Finance,Fun". \
            The operators are equals, notEquals, greater, greaterOrEquals, less, lessOrEquals, contains and in.

            For instance:
              atoll search thanks --super-app com.example.lagoon --root 1.root.json
            """
    )

    @Argument(help: "Words to search for.")
    var text: [String] = []

    @Option(help: "A tag, which must match exactly.")
    var tag: String?

    @Option(help: "A latitude and a longitude, such as 52.52,13.40.")
    var near: String?

    @Option(help: "The radius around --near, in metres.")
    var radius = 10_000.0

    @Flag(help: "Show what the super app features.")
    var featured = false

    @Option(name: .customLong("where"), help: "A filter; may be repeated, and all must match.")
    var filters: [String] = []

    @Option(help: "The index of the first result.")
    var start = 0

    @Option(help: "The most results; 0 for all.")
    var count = 0

    @OptionGroup
    var device: DeviceOptions

    @OptionGroup
    var result: ResultOptions

    func run() async throws {
        try await reporting {
            let search = CatalogSearch(try subject(), where: try filters.map(filter))
            let page: MiniAppListingPage
            do {
                page = try await device.catalog().miniApps(search, start: start, count: count)
            } catch let error as CatalogError {
                throw try device.explained(error)
            }
            let items = page.items.map { listing in
                JSONValue.object([
                    "id": .string(listing.id.rawValue), "name": .string(listing.name),
                    "version": .version(listing.version),
                    "bytes": .integer(listing.files.bytes),
                ])
            }
            result.show(
                ["items": .array(items), "total": .integer(page.total)],
                lines: page.items.map { "\($0.id)  \($0.version.name)  \($0.files.bytes)  \($0.name)" })
            let total = page.total >= MiniAppListingPage.maximumTotal ? "\(page.total) or more" : "\(page.total)"
            note("\(page.items.count) of \(total).")
        }
    }

    private func subject() throws -> CatalogSearch.Subject {
        let given = [!text.isEmpty, tag != nil, near != nil, featured].count { $0 }
        guard given <= 1 else { throw Failure("Give only one of words, --tag, --near and --featured.") }
        if let tag { return .tag(tag) }
        if featured { return .featured }
        guard let near else { return .text(text.joined(separator: " ")) }
        let numbers = near.split(separator: ",").compactMap { Double($0) }
        guard numbers.count == 2, let point = GeoPoint(latitude: numbers[0], longitude: numbers[1]) else {
            throw Failure("\"\(near)\" is not a valid location. Expected one such as 52.52,13.40.")
        }
        return .near(point, radius: radius)
    }

    private func filter(_ text: String) throws -> CatalogFilter {
        let parts = text.split(separator: " ", maxSplits: 2).map(String.init)
        guard parts.count == 3, let operation = CatalogFilter.Operator(rawValue: parts[1]) else {
            throw Failure("\"\(text)\" is not a valid filter. Expected one such as \"price less 10\".")
        }
        func value(_ text: String) -> AttributeValue { Double(text).map { .number($0) } ?? .text(text) }
        if operation == .in {
            return CatalogFilter(parts[0], .in, .list(parts[2].split(separator: ",").map { value(String($0)) }))
        }
        return CatalogFilter(parts[0], operation, .one(value(parts[2])))
    }
}
