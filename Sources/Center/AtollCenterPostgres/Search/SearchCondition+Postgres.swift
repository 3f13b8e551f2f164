import AtollCenter
import AtollCenterDomain
import AtollPackages
import AtollPostgres
import SQLStatements

extension SearchCondition {
    /// Tests whether `entry` meets the condition.
    var test: SQLFragment {
        switch self {
        case .tag(let tag):
            "EXISTS (SELECT 1 FROM entry_tag WHERE tag = \(.text(tag)) AND entry_tag.entry = entry.number)"
        case .filter(let filter):
            switch filter.field {
            case .standard(let field):
                if filter.operator == .notEquals {
                    "coalesce(\(Self.column(field)) <> \(filter.first), true)"
                } else {
                    Self.comparison(Self.column(field), filter)
                }
            case .attribute(let key):
                if filter.operator == .notEquals {
                    """
                    NOT EXISTS (SELECT 1 FROM entry_attribute AS value WHERE attribute = \(.text(key))
                    AND value.entry = entry.number AND \(filter.column) = \(filter.first))
                    """
                } else {
                    """
                    EXISTS (SELECT 1 FROM entry_attribute AS value WHERE attribute = \(.text(key))
                    AND value.entry = entry.number AND \(Self.comparison(filter.column, filter)))
                    """
                }
            }
        }
    }

    private static func column(_ field: CatalogField) -> SQLFragment {
        switch field {
        case .description: "(SELECT description FROM entry_listing WHERE entry_listing.entry = entry.number)"
        case .id: "entry.id"
        case .name: "entry.name"
        case .publisher: "entry.publisher"
        case .language: "entry.language"
        case .code: "entry.code"
        case .size: "entry.size"
        case .published: "entry.published"
        }
    }

    private static func comparison(_ column: SQLFragment, _ filter: SearchFilter) -> SQLFragment {
        switch filter.operator {
        case .equals: "\(column) = \(filter.first)"
        case .notEquals: "\(column) <> \(filter.first)"
        case .greater: "\(column) > \(filter.first)"
        case .greaterOrEquals: "\(column) >= \(filter.first)"
        case .less: "\(column) < \(filter.first)"
        case .lessOrEquals: "\(column) <= \(filter.first)"
        case .contains: "strpos(\(column), \(filter.first)) > 0"
        case .in:
            switch filter.values {
            case .texts(let texts): "\(column) = ANY (\(.texts(texts)))"
            case .numbers(let numbers): "\(column) = ANY (\(.numbers(numbers)))"
            }
        }
    }
}

extension SearchFilter {
    /// The first value; only `in` can have more.
    fileprivate var first: SQLValue {
        switch values {
        case .texts(let texts): .text(texts.first ?? "")
        case .numbers(let numbers): .number(numbers.first ?? 0)
        }
    }

    /// The column with the values of an attribute of this type.
    fileprivate var column: SQLFragment {
        switch values {
        case .texts: "value.text"
        case .numbers: "value.number"
        }
    }
}
