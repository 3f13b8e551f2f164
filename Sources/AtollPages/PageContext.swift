import AtollLinks
import AtollNavigation

/// Somebody who is signed in, as pages see them.
public struct PageUser: Hashable, Sendable {
    public let id: String
    public let name: String
    public let roles: Set<String>
    /// Names their sign-in, for the shell's own pages; it opens nothing by itself.
    public let visit: String

    public init(id: String, name: String, roles: Set<String>, visit: String = "") {
        self.id = id
        self.name = name
        self.roles = roles
        self.visit = visit
    }
}

/// A form that was sent and not accepted.
public struct FormState: Hashable, Sendable {
    /// What was entered, by field; never a password.
    public let values: [String: String]
    /// What is wrong, in a sentence; or nil where ``notice`` says what was done.
    public let problem: String?
    public let notice: String?

    public init(values: [String: String] = [:], problem: String? = nil, notice: String? = nil) {
        self.values = values
        self.problem = problem
        self.notice = notice
    }
}

/// What a page is made from: its place, who asks, and the way to everywhere else.
///
/// Addresses are never written by hand: a page says what is to be done, and the graph and the routes say which address
/// that is.
public struct PageContext<F: Fragment>: Sendable {
    /// The place to show.
    public let place: F
    /// All presented places of this feature, the oldest first.
    public let presented: [F]
    /// Who asks, or nil where nobody is signed in.
    public let user: PageUser?
    /// What is true for them.
    public let facts: Set<Fact>
    /// What the address says beside the path.
    public let link: LinkDetails
    /// A form to be shown again.
    public let form: FormState?
    /// The address of what is shown.
    public let current: String
    /// The address without this place, or nil where it can't be dismissed.
    public let dismissal: String?
    private let print: @Sendable (NavigationCommand<F>, LinkDetails) -> String?

    public init(
        place: F, presented: [F], user: PageUser?, facts: Set<Fact>, link: LinkDetails,
        form: FormState?, current: String, dismissal: String?,
        print: @escaping @Sendable (NavigationCommand<F>, LinkDetails) -> String?
    ) {
        self.place = place
        self.presented = presented
        self.user = user
        self.facts = facts
        self.link = link
        self.form = form
        self.current = current
        self.dismissal = dismissal
        self.print = print
    }

    /// The address of where a command leads, or nil where it can't be carried out here.
    ///
    /// - Parameters:
    ///   - parameters: What the address is to say beside the path.
    ///   - rest: Components to hand on, such as the page of a mini app.
    /// - Complexity: O(*n*) in the length of the path.
    public func address(
        of command: NavigationCommand<F>, parameters: LinkParameters = LinkParameters(), rest: [String] = []
    ) -> String? {
        print(command, LinkDetails(parameters: parameters, rest: rest))
    }

    /// The address where a fragment is presented.
    public func address(presenting fragment: F) -> String? { address(of: .present(fragment)) }

    /// The address where the segue with a tag is taken, which may lead out of this feature.
    public func address(presentingTag tag: SegueTag, id: TargetID? = nil) -> String? {
        address(of: .presentTag(tag, id: id))
    }

    /// The newest presented place of a case, as the value that it carries: `context.presented(Screen.product)`.
    public func presented<Value>(_ makeFragment: (Value) -> F) -> Value? {
        presented.reversed().compactMap { $0.value(of: makeFragment) }.first
    }

    /// The context of a feature's page, or nil where the place is not one of the feature's.
    public func scoped<Child: Fragment>(_ embedding: Embedding<F, Child>) -> PageContext<Child>? {
        guard let child = embedding.extract(place) else { return nil }
        let print = print
        return PageContext<Child>(
            place: child, presented: presented.compactMap(embedding.extract), user: user, facts: facts, link: link,
            form: form, current: current, dismissal: dismissal,
            print: { command, details in print(command.embedded(by: embedding), details) }
        )
    }
}

/// What an address says beside the path that it leads to.
public struct LinkDetails: Hashable, Sendable {
    public let parameters: LinkParameters
    /// The components that were handed on.
    public let rest: [String]
    /// The query items that no route claims.
    public let unclaimed: [DeepLink.Item]
    public let fragment: String?

    init(parameters: LinkParameters, rest: [String]) {
        self.parameters = parameters
        self.rest = rest
        unclaimed = []
        fragment = nil
    }

    public init<F>(_ destination: LinkDestination<F>) {
        parameters = destination.parameters
        rest = destination.rest
        unclaimed = destination.unclaimed
        fragment = destination.fragment
    }
}
