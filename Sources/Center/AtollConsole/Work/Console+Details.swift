import AtollCenter
import AtollPackages
import Foundation
import Hummingbird

extension Console {
    /// The details by which users find a mini app, which are a part of its page.
    var detailsRoutes: [CenterRoute] {
        [
            button("miniapps/:id/details") { visit, form in
                let path = "miniapps/\(try id(visit))"
                var details: MiniAppDetails = try await interface.get(path + "/details", for: visit)
                let definitions: [AttributeDefinition] = try await interface.get(path + "/attributes", for: visit)
                details.keywords = Self.words(form["keywords"])
                details.tags = Self.words(form["tags"])
                details.places = try Self.lines(form["places"]).map { try Self.place($0, visit) }
                var values: [String: AttributeValue] = [:]
                for definition in definitions {
                    values[definition.name] = try Self.value(of: definition, form, visit)
                }
                // Removes values of attributes that are no longer defined.
                details.attributes[form["superApp"]] = values.isEmpty ? nil : values
                try await interface.send(.put, path + "/details", details, for: visit)
                return "/\(path)#details"
            }
        ]
    }

    private static func words(_ field: String) -> [String] {
        field.split(separator: ",").map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }.filter { !$0.isEmpty }
    }

    private static func place(_ line: String, _ visit: Visit) throws(InterfaceError) -> MiniAppDetails.Place {
        let parts = line.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
        guard parts.count == 3, let latitude = Double(parts[1]), let longitude = Double(parts[2]),
            let point = GeoPoint(latitude: latitude, longitude: longitude)
        else { throw InterfaceError(.badRequest, visit.texts("bad-place")) }
        return MiniAppDetails.Place(name: parts[0], point: point)
    }

    private static func value(
        of definition: AttributeDefinition, _ form: ConsoleForm, _ visit: Visit
    ) throws(InterfaceError) -> AttributeValue? {
        let text = form["attribute-" + definition.name].trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty else { return nil }
        guard case .number = definition.kind else { return .text(text) }
        guard let number = Double(text), number.isFinite else {
            throw InterfaceError(.badRequest, visit.texts("bad-number", ["name": definition.name]))
        }
        return .number(number)
    }

    /// The values of the details section on a mini app's page.
    func details(of id: String, in superApp: String?, _ visit: Visit) async throws -> [String: any Sendable] {
        let details: MiniAppDetails? = try await interface.find("miniapps/\(id)/details", for: visit)
        let definitions: [AttributeDefinition]? = try await interface.find("miniapps/\(id)/attributes", for: visit)
        let own = superApp.flatMap { details?.attributes[$0] } ?? [:]
        return [
            "isReadable": details != nil, "superApp": superApp ?? "",
            "keywords": (details?.keywords ?? []).joined(separator: ", "),
            "tags": (details?.tags ?? []).joined(separator: ", "),
            "places": (details?.places ?? []).map { "\($0.name); \($0.point.latitude); \($0.point.longitude)" }
                .joined(separator: "\n"),
            "attributes": (definitions ?? []).map { Self.field(for: $0, own[$0.name]) },
        ]
    }

    private static func field(for definition: AttributeDefinition, _ value: AttributeValue?) -> [String: any Sendable] {
        let text =
            switch value {
            case .text(let text): text
            // As a person would enter it: 12, not 12.0.
            case .number(let number): Int(exactly: number).map(String.init) ?? "\(number)"
            case nil: ""
            }
        var field: [String: any Sendable] = [
            "name": definition.name, "value": text, "isRequired": definition.isRequired, "isText": false,
            "isNumber": false, "isChoice": false,
        ]
        switch definition.kind {
        case .text: field["isText"] = true
        case .number: field["isNumber"] = true
        case .choice(let choices):
            field["isChoice"] = true
            field["choices"] = choices.map { ["choice": $0, "isChosen": $0 == text] as [String: any Sendable] }
        }
        return field
    }
}
