import AtollPackages
import Foundation

/// A validated filter: its field exists, and its values have the field's type, with text folded.
package struct SearchFilter: Hashable, Sendable {
    package enum Field: Hashable, Sendable {
        case standard(CatalogField)
        /// An attribute of a super app, by the key under which it is stored.
        case attribute(String)
    }

    package enum Values: Hashable, Sendable {
        case texts([String])
        case numbers([Double])
    }

    package let field: Field
    package let `operator`: CatalogFilter.Operator
    /// One value, or several for `in`.
    package let values: Values

    package init(field: Field, operator: CatalogFilter.Operator, values: Values) {
        self.field = field
        self.operator = `operator`
        self.values = values
    }

    /// The key under which an attribute is stored.
    package static func key(_ attribute: String, of superApp: String) -> String { "\(superApp)/\(attribute)" }

    /// Whether an entry matches the filter.
    package func matches(_ entry: SearchEntry) -> Bool {
        switch (values, entry.value(of: field)) {
        case (.texts(let wanted), .text(let text)?):
            if self.operator == .contains {
                return Data(text.utf8).range(of: Data((wanted.first ?? "").utf8)) != nil
            }
            return compare(Array(text.utf8), wanted.map { Array($0.utf8) }) { $0.lexicographicallyPrecedes($1) }
        case (.numbers(let wanted), .number(let number)?): return compare(number, wanted, <)
        default: return self.operator == .notEquals
        }
    }

    private func compare<Value: Equatable>(
        _ value: Value, _ wanted: [Value], _ precedes: (Value, Value) -> Bool
    ) -> Bool {
        guard let first = wanted.first else { return false }
        return switch self.operator {
        case .equals: value == first
        case .notEquals: value != first
        case .greater: precedes(first, value)
        case .greaterOrEquals: !precedes(value, first)
        case .less: precedes(value, first)
        case .lessOrEquals: !precedes(first, value)
        case .in: wanted.contains(value)
        case .contains: false
        }
    }
}
