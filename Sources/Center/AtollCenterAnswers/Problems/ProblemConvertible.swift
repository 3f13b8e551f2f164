import AtollPackages

/// An error that may be shown to clients. Only ``ProblemMiddleware`` turns it into a response.
package protocol ProblemConvertible: Error {
    var problem: Problem { get }
}

extension Problem: ProblemConvertible {
    package var problem: Problem { self }
}

extension PackageRefusal: ProblemConvertible {
    package var problem: Problem { Problem(self) }
}

extension HomeConfigurationError: ProblemConvertible {
    package var problem: Problem { Problem.part(part.isEmpty ? "body" : part, reason) }
}
