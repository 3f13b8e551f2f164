import AtollCenterAnswers
import HTTPTypes

/// The answer to a method that a path does not have: 405, with those that it has.
struct MethodNotAllowed: Sendable {
    let method: HTTPRequest.Method
    let path: String
    /// The methods that the path has.
    let allowed: [HTTPRequest.Method]

    private static let methods =
        [.get, .head, .post, .put, .patch, .delete, .options, .trace, .connect]
        + [HTTPRequest.Method("QUERY")].compactMap { $0 }

    /// A row for each method that a path of these routes does not have.
    static func routes(besides routes: [(method: HTTPRequest.Method, path: String)]) -> [MethodNotAllowed] {
        Dictionary(grouping: routes, by: \.path).flatMap { path, routes in
            let allowed = routes.map(\.method)
            return methods.filter { !allowed.contains($0) }.map {
                MethodNotAllowed(method: $0, path: path, allowed: allowed)
            }
        }
    }

    var problem: Problem {
        let names = allowed.map(\.rawValue).sorted().joined(separator: ", ")
        var problem = Problem(.methodNotAllowed, "This address has \(names) only.", rule: "method")
        problem.headers[.allow] = names
        return problem
    }
}
