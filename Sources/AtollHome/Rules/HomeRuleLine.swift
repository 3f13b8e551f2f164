/// One line of the table of rules: a module, and everything that has to be so that this rule shows it.
public struct HomeRuleLine<Flags: HomeFlags>: Hashable, Sendable {
    /// Something that has to be so.
    public enum Condition: Hashable, Sendable {
        /// All of some flags are set, and none of others.
        case holds(all: Flags, none: Flags)
        /// Not so: another rule is there for when it is.
        case fails(all: Flags, none: Flags)
        /// None of the lines before it, of those of which only the first counts, shows anything.
        case nothing(in: Range<Int>)
    }

    /// Its place in the table, from 0.
    public let index: Int
    public let module: Flags.Module
    public let conditions: [Condition]
    /// The names of the groups that it is part of, the outermost first.
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

    /// Every flag that the line depends on by itself.
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
    /// The conditions in words: `livesNow, not planIntroduction`; `always` where there are none.
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
    /// The rules as a Markdown table, a line for each thing that is shown.
    public var table: String {
        var text = "| | group | shows | when |\n| --- | --- | --- | --- |\n"
        for line in lines {
            text += "| \(line.index + 1) | \(line.groups.joined(separator: " › ")) | \(line.module.id) | \(line) |\n"
        }
        return text
    }
}
