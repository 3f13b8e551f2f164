import AtollCenterDomain

extension CenterError: CustomStringConvertible {
    /// The sentence that a client gets, for logs and commands.
    package var description: String {
        if case .repository(let reason) = self { return reason }
        return problem.detail
    }
}
