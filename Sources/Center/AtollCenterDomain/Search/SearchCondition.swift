import AtollPackages

/// A condition on entries, which each database tests, or finds in an index, in its own way.
package enum SearchCondition: Hashable, Sendable {
    case tag(String)
    case filter(SearchFilter)

    package static func all(of query: SearchQuery) -> [SearchCondition] {
        let filters = query.filters.map { SearchCondition.filter($0) }
        if case .tag(let tag) = query.subject { return [.tag(tag)] + filters }
        return filters
    }

    /// Whether an index finds the entries that meet the condition.
    package var isIndexed: Bool {
        guard case .filter(let filter) = self else { return true }
        guard filter.operator != .notEquals, filter.operator != .contains else { return false }
        return switch filter.field {
        case .attribute: true
        case .standard(let field): [.id, .name, .publisher, .size, .published].contains(field)
        }
    }
}
