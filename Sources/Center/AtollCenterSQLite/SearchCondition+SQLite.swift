import AtollCenterDomain
import AtollPackages
import GRDB

extension SearchCondition {
    /// Tests whether `entry` meets the condition.
    package var test: SQL {
        switch self {
        case .tag(let tag):
            "EXISTS (SELECT 1 FROM entry_tag WHERE tag = \(tag) AND entry_tag.entry = entry.number)"
        case .filter(let filter):
            switch filter.field {
            case .standard(let field):
                if filter.operator == .notEquals {
                    "ifnull(\(Self.column(field)) <> \(filter.first), 1)"
                } else {
                    Self.comparison(Self.column(field), filter)
                }
            case .attribute(let key):
                if filter.operator == .notEquals {
                    """
                    NOT EXISTS (SELECT 1 FROM entry_attribute AS value WHERE attribute = \(key)
                    AND value.entry = entry.number AND \(filter.column) = \(filter.first))
                    """
                } else {
                    """
                    EXISTS (SELECT 1 FROM entry_attribute AS value WHERE attribute = \(key)
                    AND value.entry = entry.number AND \(Self.comparison(filter.column, filter)))
                    """
                }
            }
        }
    }

    /// Selects the entries that meet the condition.
    package var source: SQL {
        switch self {
        case .tag(let tag): "SELECT entry FROM entry_tag WHERE tag = \(tag)"
        case .filter(let filter):
            switch filter.field {
            case .standard(let field):
                "SELECT number AS entry FROM entry WHERE \(Self.comparison(Self.column(field), filter))"
            case .attribute(let key):
                """
                SELECT entry FROM entry_attribute AS value WHERE attribute = \(key)
                AND \(Self.comparison(filter.column, filter))
                """
            }
        }
    }

    private static func column(_ field: CatalogField) -> SQL {
        field == .description
            ? "(SELECT description FROM entry_listing WHERE entry_listing.entry = entry.number)"
            : "entry.\(sql: field.rawValue)"
    }

    private static func comparison(_ column: SQL, _ filter: SearchFilter) -> SQL {
        switch filter.operator {
        case .equals: "\(column) = \(filter.first)"
        case .notEquals: "\(column) <> \(filter.first)"
        case .greater: "\(column) > \(filter.first)"
        case .greaterOrEquals: "\(column) >= \(filter.first)"
        case .less: "\(column) < \(filter.first)"
        case .lessOrEquals: "\(column) <= \(filter.first)"
        case .contains: "instr(\(column), \(filter.first)) > 0"
        case .in:
            switch filter.values {
            case .texts(let texts): "\(column) IN \(texts)"
            case .numbers(let numbers): "\(column) IN \(numbers)"
            }
        }
    }
}

extension SearchFilter {
    /// The first value; only `in` can have more.
    fileprivate var first: SQL {
        switch values {
        case .texts(let texts): "\(texts.first ?? "")"
        case .numbers(let numbers): "\(numbers.first ?? 0)"
        }
    }

    /// The column with the values of an attribute of this type.
    fileprivate var column: SQL {
        switch values {
        case .texts: "value.text"
        case .numbers: "value.number"
        }
    }
}
