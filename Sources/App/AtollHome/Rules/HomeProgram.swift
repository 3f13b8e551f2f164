/// Rules compiled to a list of steps over bit masks, so that they are evaluated in one pass without generics or
/// recursion: a rule costs a few nanoseconds.
struct HomeProgram: Sendable {
    enum Step: Sendable {
        /// Continues if all of `all` and none of `none` are set; otherwise jumps to step `otherwise`.
        case test(all: UInt64, none: UInt64, otherwise: Int)
        /// Shows the module of a line.
        case show(line: Int)
        /// Jumps to a step.
        case jump(Int)
        /// Begins a ``FirstOf``: remembers how many lines were shown so far.
        case mark(depth: Int)
        /// Jumps to step `end` if something was shown since the mark.
        case endIfShown(depth: Int, end: Int)
    }

    private(set) var steps: [Step] = []
    private(set) var depth = 0

    mutating func append(_ step: Step) { steps.append(step) }

    mutating func compileFirst(_ rules: Int, at depth: Int, _ compile: (inout HomeProgram, Int) -> Void) {
        self.depth = max(self.depth, depth + 1)
        append(.mark(depth: depth))
        var exits: [Int] = []
        for rule in 0..<rules {
            compile(&self, rule)
            exits.append(steps.count)
            append(.endIfShown(depth: depth, end: 0))
        }
        for exit in exits { steps[exit] = .endIfShown(depth: depth, end: steps.count) }
    }

    mutating func compileTest(
        all: UInt64, none: UInt64, then: (inout HomeProgram) -> Void, otherwise: ((inout HomeProgram) -> Void)?
    ) {
        let test = steps.count
        append(.test(all: all, none: none, otherwise: 0))
        then(&self)
        guard let otherwise else {
            steps[test] = .test(all: all, none: none, otherwise: steps.count)
            return
        }
        let jump = steps.count
        append(.jump(0))
        steps[test] = .test(all: all, none: none, otherwise: steps.count)
        otherwise(&self)
        steps[jump] = .jump(steps.count)
    }

    /// The lines that show something for flags, in the order of the rules.
    ///
    /// - Complexity: O(*n*) in the number of steps.
    func run(_ flags: UInt64) -> [Int] {
        var shown: [Int] = []
        shown.reserveCapacity(16)
        var marks = depth == 0 ? [] : [Int](repeating: 0, count: depth)
        steps.withUnsafeBufferPointer { steps in
            var index = 0
            while index < steps.count {
                switch steps[index] {
                case .test(let all, let none, let otherwise):
                    index = flags & all == all && flags & none == 0 ? index + 1 : otherwise
                case .show(let line):
                    shown.append(line)
                    index += 1
                case .jump(let target): index = target
                case .mark(let depth):
                    marks[depth] = shown.count
                    index += 1
                case .endIfShown(let depth, let end): index = shown.count > marks[depth] ? end : index + 1
                }
            }
        }
        return shown
    }
}
