import AtollPackages

/// An error that may be shown to clients. Only ``ProblemMiddleware`` turns it into a response.
protocol ProblemConvertible: Error {
    var problem: Problem { get }
}

extension Problem: ProblemConvertible {
    var problem: Problem { self }
}

extension PackageRefusal: ProblemConvertible {
    var problem: Problem { Problem(self) }
}

extension HomeConfigurationError: ProblemConvertible {
    var problem: Problem { Problem.part(part.isEmpty ? "body" : part, reason) }
}
