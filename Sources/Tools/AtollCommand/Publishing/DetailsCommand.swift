import ArgumentParser
import AtollPackages
import AtollPublishing
import AtollTerminal
import Foundation
import SignedJSON

/// `atoll details`: sets the details by which a mini app is found.
struct DetailsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "details", abstract: "Set the keywords, tags, places and attributes by which a mini app is found.",
        discussion: """
            They can be changed without a new version. The file is JSON:

            {"keywords": ["lunch"], "tags": ["food"], "places": [{"name": "Canteen", "point": {"latitude": 52.5, \
            "longitude": 13.4}}], "attributes": {"com.example.lagoon": {"price": 0}}}

            For instance:
              atoll details com.example.kudos details.json
            """
    )

    @Argument(help: "The mini app's id.")
    var id: String

    @Argument(help: "The JSON file with the details.")
    var file: String

    @OptionGroup
    var center: CenterOption

    @OptionGroup
    var apiKey: APIKeyOption

    @OptionGroup
    var result: ResultOptions

    func run() async throws {
        try await reporting {
            let id = try miniAppID(id)
            let details: MiniAppDetails
            do {
                let data = try Data(contentsOf: URL(filePath: file))
                details = try JSONDecoder().decode(MiniAppDetails.self, from: data)
                let members = try JSONDecoder().decode([String: Anything].self, from: data).keys
                let unknown = members.filter { !["keywords", "tags", "places", "attributes"].contains($0) }.sorted()
                // A wrong file or a mistyped member would remove the existing details.
                guard unknown.isEmpty, !members.isEmpty else {
                    throw Failure(
                        unknown.isEmpty
                            ? "\(file) has no members. To remove all details, write {\"keywords\": []}."
                            : "\(file) has unknown members: \(unknown.joined(separator: ", ")). Nothing was changed."
                    )
                }
            } catch is DecodingError {
                throw Failure("\(file) is not JSON in the expected format. See: atoll help details")
            }
            try await PublishingClient(center: center.url(), apiKey: apiKey.text(at: center.url())).setDetails(
                details, of: id)
            result.show(
                [
                    "id": .string(id.rawValue), "keywords": .integer(details.keywords.count),
                    "tags": .integer(details.tags.count), "places": .integer(details.places.count),
                ],
                "\(id) is found by \(details.keywords.count) keywords, \(details.tags.count) tags and "
                    + "\(details.places.count) places.")
        }
    }
}

/// Any JSON value; it is ignored.
private struct Anything: Decodable {
    init(from decoder: any Decoder) throws {}
}
