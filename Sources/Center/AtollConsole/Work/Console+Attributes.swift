import AtollCenter
import AtollPackages
import Hummingbird

extension Console {
    /// The attributes that a super app defines, which are a part of its page.
    var attributeRoutes: [CenterRoute] {
        [
            button("superapps/:id/attributes") { visit, form in
                let path = "superapps/\(try id(visit))/attributes"
                var definitions: [AttributeDefinition] = try await interface.get(path, for: visit)
                if form["answer"] == "remove" {
                    definitions.removeAll { $0.name == form["name"] }
                } else {
                    guard !definitions.contains(where: { $0.name == form["name"] }) else {
                        throw InterfaceError(.conflict, visit.texts("attribute-taken"))
                    }
                    definitions.append(Self.definition(form))
                }
                try await interface.send(.put, path, definitions, for: visit)
                return "/superapps/\(try id(visit))#attributes"
            }
        ]
    }

    private static func definition(_ form: ConsoleForm) -> AttributeDefinition {
        let kind: AttributeDefinition.Kind =
            switch form["type"] {
            case "number": .number
            case "choice": .choice(lines(form["choices"]))
            default: .text
            }
        return AttributeDefinition(form["name"], kind, isRequired: form["required"] == "on")
    }

    /// The lines of a field without empty ones.
    static func lines(_ field: String) -> [String] {
        field.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    /// The values of the attributes section on a super app's page.
    func attributes(_ path: String, _ visit: Visit) async throws -> [String: any Sendable] {
        let definitions: [AttributeDefinition]? = try await interface.find(path + "/attributes", for: visit)
        let rows: [[String: any Sendable]] = (definitions ?? []).map { definition in
            let (kind, choices) =
                switch definition.kind {
                case .text: ("attribute-text", "")
                case .number: ("attribute-number", "")
                case .choice(let choices): ("attribute-choice", choices.joined(separator: " · "))
                }
            return [
                "name": definition.name, "kind": visit.texts(kind), "choices": choices,
                "isRequired": definition.isRequired,
            ]
        }
        return ["maySeeAttributes": definitions != nil, "attributes": rows, "hasAttributes": !rows.isEmpty]
    }
}
