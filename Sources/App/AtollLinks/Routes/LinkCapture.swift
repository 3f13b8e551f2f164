import AtollNavigation

/// A value that is read from a URL.
struct LinkCapture<F: Fragment>: Sendable {
    /// The use of the value.
    enum Role: Sendable {
        /// The id of fragments on the path; the same for all of them.
        case id([LinkID<F>])
        case parameter(String)
    }

    let role: Role
    let format: LinkFormat

    init<Value: LinkValue>(id fragments: [@Sendable (Value) -> F]) {
        role = .id(fragments.map { LinkID($0) })
        format = LinkFormat(ofID: Value.self)
    }

    init<Value: LinkValue>(_ parameter: LinkParameter<Value>) {
        role = .parameter(parameter.name)
        format = LinkFormat(of: Value.self)
    }

    init(_ role: Role, _ format: LinkFormat) {
        self.role = role
        self.format = format
    }

    var name: String {
        switch role {
        case .id: "id"
        case .parameter(let name): name
        }
    }
}
