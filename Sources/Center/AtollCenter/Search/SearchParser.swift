import AtollCenterAnswers
import AtollCenterDomain
import AtollPackages
import Foundation
import HummingbirdCore
import SignedJSON

/// Parses the search in a request's query, and names the invalid parameter if there is one.
///
/// ```
/// start, count, cursor      which part of the results
/// text | tag | near, radius | featured=true
/// where=[{"field": "price", "operator": "less", "value": 10}]
/// ```
struct SearchParser {
    let superApp: String
    let definitions: [AttributeDefinition]

    static let maximumTextLength = SearchTerms.maximumLength
    static let maximumFilters = 10
    static let maximumValues = 100
    /// The maximum length of a URL's query, in bytes.
    static let maximumLength = 8_192

    func query(_ parameters: Parameters) throws -> SearchQuery {
        let names: Set<Substring> = [
            "start", "count", "cursor", "text", "tag", "near", "radius", "featured", "where",
        ]
        var seen: Set<Substring> = []
        for (name, value) in parameters {
            guard names.contains(name) else { throw Problem.part(String(name), "is not a known parameter") }
            guard seen.insert(name).inserted else { throw Problem.part(String(name), "appears twice") }
            // Not every database can store it, so nothing that is found has it.
            guard !value.utf8.contains(0) else { throw Problem.part(String(name), Problem.hasNul) }
        }
        var query = SearchQuery(subject: try subject(parameters), filters: try filters(parameters["where"]))
        query.start = try Self.number("start", parameters, upTo: MiniAppListingPage.maximumStart)
        let count = try Self.number("count", parameters, upTo: MiniAppListingPage.maximumCount)
        query.count = count == 0 ? MiniAppListingPage.maximumCount : count
        if let text = parameters["cursor"] {
            guard query.start == 0 else { throw Problem.part("start", "can't be given together with cursor") }
            guard let cursor = SearchCursor(text: String(text)) else { throw Problem.part("cursor", "is invalid") }
            query.cursor = cursor
        }
        return query
    }

    private func subject(_ parameters: Parameters) throws -> SearchQuery.Subject {
        let given = ["text", "tag", "near", "featured"].filter { parameters[Substring($0)] != nil }
        guard given.count <= 1 else { throw Problem.part(given[1], "can't be given together with \(given[0])") }
        if given.first != "near", parameters["radius"] != nil {
            throw Problem.part("radius", "can only be given together with near")
        }
        let value = given.first.flatMap { parameters[Substring($0)] }.map(String.init) ?? ""
        switch given.first {
        case "text"?: return try text(value)
        case "tag"?:
            guard (1...50).contains(value.unicodeScalars.count) else {
                throw Problem.part("tag", "must have 1 to 50 characters")
            }
            return .tag(value)
        case "near"?: return try near(value, radius: parameters["radius"].map(String.init))
        case "featured"?:
            guard value == "true" else { throw Problem.part("featured", "must be true or omitted") }
            return .featured
        default: return .all
        }
    }

    private func text(_ text: String) throws -> SearchQuery.Subject {
        guard text.unicodeScalars.count <= Self.maximumTextLength else {
            throw Problem.part("text", "must have at most \(Self.maximumTextLength) characters")
        }
        let parts = text.split(whereSeparator: \.isWhitespace)
        if parts.isEmpty { return .all }
        let words = SearchTerms.typed(text)
        guard words.count <= SearchTerms.maximumTyped else {
            throw Problem.part("text", "must have at most \(SearchTerms.maximumTyped) words")
        }
        return .text(words: words, phrase: FoldedText.folded(parts.joined(separator: " ")))
    }

    private func near(_ text: String, radius: String?) throws -> SearchQuery.Subject {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
        guard numbers.count == 2, let center = GeoPoint(latitude: numbers[0], longitude: numbers[1]) else {
            throw Problem.part("near", "must be a latitude from -90 to 90, a comma, and a longitude from -180 to 180")
        }
        guard let radius = radius.flatMap({ Double($0) }), radius > 0, radius <= GeoPoint.maximumDistance else {
            throw Problem.part("radius", "must be a distance in metres above 0, up to \(Int(GeoPoint.maximumDistance))")
        }
        return .near(center, radius: radius)
    }

    private static func number(_ name: String, _ parameters: Parameters, upTo maximum: Int) throws -> Int {
        guard let text = parameters[Substring(name)] else { return 0 }
        guard let number = Int(text), (0...maximum).contains(number) else {
            throw Problem.part(name, "must be a whole number from 0 to \(maximum)")
        }
        return number
    }
}

extension SearchParser {
    /// The parameters of a URL's query, decoded.
    typealias Parameters = FlatDictionary<Substring, Substring>

    private func filters(_ text: Substring?) throws -> [SearchFilter] {
        guard let text, !text.isEmpty else { return [] }
        do {
            guard case .array(let values) = try JSONValue(parsing: Array(text.utf8), numbers: .any) else {
                throw Problem.part("where", "must be a list of filters in JSON")
            }
            guard values.count <= Self.maximumFilters else {
                throw Problem.part("where", "must have at most \(Self.maximumFilters) filters")
            }
            return try values.enumerated().map { index, value in
                let fields = try JSONFields(value, at: "where[\(index)]")
                try fields.allowOnly("field", "operator", "value")
                return try filter(fields, at: "where[\(index)]")
            }
        } catch let error as JSONError {
            throw Problem.part("where", "is not valid JSON: \(error)")
        } catch let error as JSONFieldError {
            throw Problem.part(error.member, error.reason)
        }
    }

    private func filter(_ fields: JSONFields, at place: String) throws -> SearchFilter {
        let name = try fields.string("field")
        let operatorName = try fields.string("operator")
        guard let operation = CatalogFilter.Operator(rawValue: operatorName) else {
            let names = CatalogFilter.Operator.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem.part("\(place).operator", "must be one of \(names)")
        }
        let (field, kind) = try field(name, at: place)
        if operation == .contains, case .number = kind {
            throw Problem.part("\(place).operator", "can't be contains, because \(name) is a number")
        }
        let given: [JSONValue]
        if operation == .in {
            given = try fields.array("value")
            guard (1...Self.maximumValues).contains(given.count) else {
                throw Problem.part("\(place).value", "must have 1 to \(Self.maximumValues) values")
            }
        } else {
            given = [fields.members["value"] ?? .null]
        }
        let isTime = field == .standard(.published)
        let values = try given.map { try Self.value($0, kind, isTime: isTime, at: place) }
        if case .number = kind {
            return SearchFilter(field: field, operator: operation, values: .numbers(values.compactMap(\.number)))
        }
        return SearchFilter(field: field, operator: operation, values: .texts(values.compactMap(\.text)))
    }

    private func field(
        _ name: String, at place: String
    ) throws -> (SearchFilter.Field, AttributeDefinition.Kind) {
        if let field = CatalogField(rawValue: name) { return (.standard(field), field.isNumber ? .number : .text) }
        guard let definition = definitions.first(where: { $0.name == name }) else {
            throw Problem.part("\(place).field", "is not a field of this super app")
        }
        return (.attribute(SearchFilter.key(name, of: superApp)), definition.kind)
    }

    private static func value(
        _ value: JSONValue, _ kind: AttributeDefinition.Kind, isTime: Bool, at place: String
    ) throws -> (text: String?, number: Double?) {
        if isTime {
            guard case .string(let text) = value, let date = Timestamp.date(text) else {
                throw Problem.part("\(place).value", "must be a time such as 2030-01-01T00:00:00Z")
            }
            return (nil, date.timeIntervalSince1970)
        }
        switch (kind, value) {
        case (.number, .integer(let number)): return (nil, Double(number))
        case (.number, .decimal(let digits)):
            guard let number = Double(digits), number.isFinite else { break }
            return (nil, number)
        case (.text, .string(let text)), (.choice, .string(let text)):
            guard !text.utf8.contains(0) else { throw Problem.part("\(place).value", Problem.hasNul) }
            guard text.unicodeScalars.count <= maximumTextLength else { break }
            return (FoldedText.folded(text), nil)
        default: break
        }
        let wanted = if case .number = kind { "a number" } else { "text of at most \(maximumTextLength) characters" }
        throw Problem.part("\(place).value", "must be \(wanted)")
    }
}
