/// One line of the table of rules: a module, and all conditions under which this rule shows it.
public struct HomeRuleLine<Flags: HomeFlags>: Hashable, Sendable {
    /// A condition that must be met.
    public enum Condition: Hashable, Sendable {
        /// All flags in `all` are set, and none in `none`.
        case holds(all: Flags, none: Flags)
        /// The opposite of ``holds(all:none:)``, for an `otherwise`.
        case fails(all: Flags, none: Flags)
        /// None of these earlier lines of the same ``FirstOf`` shows anything.
        case nothing(in: Range<Int>)
    }

    /// The position in the table, from 0.
    public let index: Int
    /// The module that the line shows.
    public let module: Flags.Module
    /// The conditions that must all be met, the outermost first.
    public let conditions: [Condition]
    /// The names of the groups that contain the rule, the outermost first.
    public let groups: [String]

    static func lines(of rules: [HomeRule<Flags>]) -> [HomeRuleLine] {
        var lines: [HomeRuleLine] = []
        collect(rules, [], [], into: &lines)
        return lines
    }

    private static func collect(
        _ rules: [HomeRule<Flags>], _ conditions: [Condition], _ groups: [String], into lines: inout [HomeRuleLine]
    ) {
        for rule in rules {
            switch rule {
            case .show(let modules):
                for module in modules {
                    lines.append(
                        HomeRuleLine(index: lines.count, module: module, conditions: conditions, groups: groups))
                }
            case .when(let all, let none, let then, let otherwise):
                collect(then, conditions + [.holds(all: all, none: none)], groups, into: &lines)
                collect(otherwise, conditions + [.fails(all: all, none: none)], groups, into: &lines)
            case .first(let rules):
                let start = lines.count
                for rule in rules {
                    let before: [Condition] = lines.count == start ? [] : [.nothing(in: start..<lines.count)]
                    collect([rule], conditions + before, groups, into: &lines)
                }
            case .group(let name, let rules): collect(rules, conditions, groups + [name], into: &lines)
            case .order: continue
            }
        }
    }

    /// Every flag in the line's own conditions.
    var flags: Flags {
        conditions.reduce(into: []) { flags, condition in
            switch condition {
            case .holds(let all, let none), .fails(let all, let none):
                flags.formUnion(all)
                flags.formUnion(none)
            case .nothing: break
            }
        }
    }
}

extension HomeRuleLine: CustomStringConvertible {
    /// The conditions in words, such as `livesNow, not planIntroduction`; `always` without any.
    public var description: String {
        let words = conditions.map { condition in
            switch condition {
            case .holds(let all, let none): Self.words(all, none)
            case .fails(let all, let none): "not (\(Self.words(all, none)))"
            case .nothing(let lines):
                lines.count == 1
                    ? "not rule \(lines.upperBound)"
                    : "none of the rules \(lines.lowerBound + 1) to \(lines.upperBound)"
            }
        }
        return words.isEmpty ? "always" : words.joined(separator: ", ")
    }

    static func words(_ all: Flags, _ none: Flags) -> String {
        (all.names + none.names.map { "not \($0)" }).joined(separator: ", ")
    }
}

extension HomeRules {
    /// The rules as a Markdown table with one row for each line, numbered from 1.
    public var table: String {
        var text = "| | group | shows | when |\n| --- | --- | --- | --- |\n"
        for line in lines {
            text += "| \(line.index + 1) | \(line.groups.joined(separator: " › ")) | \(line.module.id) | \(line) |\n"
        }
        return text
    }
}
