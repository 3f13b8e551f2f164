import HTTPTypes

/// What the Center's OpenAPI document says of a route.
struct RouteDocument: Sendable {
    /// What the route does, in a few words.
    let summary: String
    /// The group that it is shown in.
    let group: String
    /// The body that it takes, or nil for none.
    var body: DocumentedShape?
    /// The body that it answers with, or nil for none.
    var answer: DocumentedShape?
    /// The status of a successful answer.
    var status: HTTPResponse.Status = .ok
    /// Whether what it answers holds a secret, so that it is not stored.
    var answersSecret = false
    /// The media types of the bodies.
    var bodyType = "application/json"
    var answerType = "application/json"
    /// The headers that it needs besides those of every route.
    var headers: [Parameter] = []
    /// The parameters of its query.
    var query: [Parameter] = []
    /// The statuses of its problems, besides those that every route has.
    var problems: [HTTPResponse.Status] = []

    struct Parameter: Sendable {
        let name: String
        let schema: JSONSchema
        let summary: String
        var isRequired = false
    }
}
