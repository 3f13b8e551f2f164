import ArgumentParser

/// Suggests a command for a mistyped name.
package enum CommandSuggestion {
    /// Returns an error for the first word that should be the name of a command and is not, or nil if all are valid.
    ///
    /// - Parameter name: The name of the root command, as users type it.
    /// - Complexity: O(*n* · *m*) in the number of commands and the length of a word, of which 40 characters count.
    package static func sentence(
        for words: [String], in root: any ParsableCommand.Type, named name: String
    ) -> String? {
        var (command, path) = (root, [name])
        for word in words {
            let commands = all(of: command)
            // An argument or an option of the command itself begins here.
            guard !word.hasPrefix("-"), !commands.isEmpty, word != "help" else { return nil }
            if let next = commands.first(where: { Self.name(of: $0) == word || $0.configuration.aliases.contains(word) }
            ) {
                command = next
                path.append(word)
                continue
            }
            let place = path.joined(separator: " ")
            let near = nearest(to: word, among: commands.map(Self.name))
            // The word may be an argument of the default command: all of these are ids with a dot.
            let isID = word.utf8.contains(UInt8(ascii: "."))
            if near == nil, isID, command.configuration.defaultSubcommand != nil { return nil }
            return "There is no command \"\(word)\" in \(place). "
                + (near.map { "Did you mean: \(place) \($0)" } ?? "See them all with: \(place) --help")
        }
        return nil
    }

    private static func all(of command: any ParsableCommand.Type) -> [any ParsableCommand.Type] {
        command.configuration.subcommands + command.configuration.groupedSubcommands.flatMap(\.subcommands)
    }

    private static func name(of command: any ParsableCommand.Type) -> String { command._commandName }

    /// The name with the smallest edit distance: at most two letters, and at most half of the word.
    package static func nearest(to word: String, among names: [String]) -> String? {
        let typed = Array(word.utf8.prefix(40))
        let found = names.map { (name: $0, distance: distance(typed, Array($0.utf8))) }
            .min { ($0.distance, $0.name) < ($1.distance, $1.name) }
        guard let found, found.distance <= min(2, max(1, typed.count / 2)) else { return nil }
        return found.name
    }

    /// The number of letters that must be added, removed, replaced, or swapped with their neighbour.
    private static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
        var (before, last) = ([Int](), Array(0...second.count))
        for (row, letter) in first.enumerated() {
            var line = [row + 1]
            for (column, other) in second.enumerated() {
                var least = min(last[column + 1] + 1, line[column] + 1, last[column] + (letter == other ? 0 : 1))
                if row > 0, column > 0, letter == second[column - 1], first[row - 1] == other {
                    least = min(least, before[column - 1] + 1)
                }
                line.append(least)
            }
            (before, last) = (last, line)
        }
        return last[second.count]
    }
}
