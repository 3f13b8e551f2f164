import ArgumentParser
import AtollPackages
import AtollPublishing
import Foundation

/// `atoll details`: says by what a mini app is found.
struct DetailsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "details", abstract: "Set keywords, tags, places and attributes, by which a mini app is found.",
        discussion: """
            They can change without a new version. The file is JSON:

            {"keywords": ["lunch"], "tags": ["food"], "places": [{"name": "Canteen", "point": {"latitude": 52.5, \
            "longitude": 13.4}}], "attributes": {"com.example.lagoon": {"price": 0}}}
            """
    )

    @Argument(help: "The mini app's id.")
    var id: String

    @Argument(help: "The file.")
    var file: String

    @OptionGroup
    var center: CenterOption

    @OptionGroup
    var apiKey: APIKeyOption

    func run() async throws {
        try await reporting {
            let id = try miniAppID(id)
            let details: MiniAppDetails
            do {
                let data = try Data(contentsOf: URL(filePath: file))
                details = try JSONDecoder().decode(MiniAppDetails.self, from: data)
                let members = try JSONDecoder().decode([String: Anything].self, from: data).keys
                let unknown = members.filter { !["keywords", "tags", "places", "attributes"].contains($0) }.sorted()
                // Whoever gives another file, or mistypes a member, would remove what is there.
                guard unknown.isEmpty, !members.isEmpty else {
                    throw Failure(
                        unknown.isEmpty
                            ? "\(file) says nothing. To remove all details, write {\"keywords\": []}."
                            : "\(file) has members that are not details: \(unknown.joined(separator: ", ")). Nothing was changed."
                    )
                }
            } catch is DecodingError {
                throw Failure("\(file) is not JSON of this form; see: atoll help details")
            }
            try await PublishingClient(center: center.url(), apiKey: apiKey.text()).setDetails(details, of: id)
            print(
                "\(id) is found by \(details.keywords.count) keywords, \(details.tags.count) tags and "
                    + "\(details.places.count) places.")
        }
    }
}

/// Any value in JSON, which is not looked at.
private struct Anything: Decodable {
    init(from decoder: any Decoder) throws {}
}
