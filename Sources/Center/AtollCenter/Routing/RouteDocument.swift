import AtollCenterAnswers
import HTTPTypes

/// The documentation of a route in the Center's OpenAPI document.
package struct RouteDocument: Sendable {
    /// The purpose of the route, in a few words.
    package let summary: String
    /// The group that it is shown in.
    package let group: String
    /// The body that it takes, or nil for none.
    package var body: DocumentedShape?
    /// The body that it answers with, or nil for none.
    package var answer: DocumentedShape?
    /// The status of a successful answer.
    package var status: HTTPResponse.Status = .ok
    /// Whether what it answers holds a secret, so that it is not stored.
    package var answersSecret = false
    /// The media types of the bodies.
    package var bodyType = "application/json"
    package var answerType = "application/json"
    /// The headers that it needs, in addition to those of every route.
    package var headers: [Parameter] = []
    /// The parameters of its query.
    package var query: [Parameter] = []
    /// The statuses of its problems, in addition to those of every route.
    package var problems: [HTTPResponse.Status] = []

    package struct Parameter: Sendable {
        package let name: String
        package let schema: JSONSchema
        package let summary: String
        package var isRequired = false
    }
}
