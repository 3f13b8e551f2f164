extension InvalidMember: ProblemConvertible {
    package var problem: Problem { .part(name, reason) }
}
