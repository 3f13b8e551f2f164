import AtollCenterDomain
import HTTPTypes

extension TooManyWaiting: ProblemConvertible {
    package var problem: Problem {
        var problem = Problem(
            .serviceUnavailable, "Too many ask for this at the moment. Try again later.", rule: "busy")
        problem.headers[.retryAfter] = "10"
        return problem
    }
}
