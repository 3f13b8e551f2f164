import AtollTerminal

/// Prints a command's output. It shadows Swift's own function, so that no input can control the terminal or hide other
/// output.
func print(_ item: some CustomStringConvertible, terminator: String = "\n") {
    printSafely(item, terminator: terminator)
}
