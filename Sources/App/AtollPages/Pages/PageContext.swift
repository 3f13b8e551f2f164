import AtollLinks
import AtollNavigation

/// The input of a page: its place, the user, and the URLs of other places.
///
/// URLs are never written by hand: a page names a navigation command, and the graph and the routes determine the URL.
public struct PageContext<F: Fragment>: Sendable {
    /// The place to show.
    public let place: F
    /// All presented places of this feature, the oldest first.
    public let presented: [F]
    /// The signed-in user, or `nil` if no user is signed in.
    public let user: PageUser?
    /// The facts that are true for the user.
    public let facts: Set<Fact>
    /// The parts of the requested URL other than the presented path.
    public let link: LinkDetails
    /// The state of the page's form; `nil` if the form is empty or the page has none.
    public let form: FormState?
    /// The path and query of the whole page.
    public let current: String
    /// The path and query of the page without this place, or nil if the place can't be dismissed.
    public let dismissal: String?
    /// The language that the user's browser prefers, a BCP 47 tag.
    public let language: String
    /// The time zone that the user's browser names when it opens a page, such as `Europe/Madrid`: not checked, and nil
    /// until it has named one, and while a page that is open is brought up to date.
    public let timeZone: String?
    private let print: @Sendable ([NavigationCommand<F>], LinkDetails) -> String?

    /// Creates a context.
    ///
    /// - Parameters:
    ///   - place: The place to show.
    ///   - presented: All presented places of this feature, the oldest first.
    ///   - user: The signed-in user, or nil.
    ///   - facts: The facts that are true for the user.
    ///   - link: The parts of the requested URL other than the presented path.
    ///   - form: The state of the page's form, or nil.
    ///   - current: The path and query of the whole page.
    ///   - dismissal: The path and query of the page without this place, or nil if it can't be dismissed.
    ///   - language: The language that the user's browser prefers, a BCP 47 tag.
    ///   - timeZone: The time zone that the user's browser names, or nil.
    ///   - print: Returns the path and query that commands lead to, one after the other, or nil if one of them can't be
    ///   performed.
    public init(
        place: F, presented: [F], user: PageUser?, facts: Set<Fact>, link: LinkDetails,
        form: FormState?, current: String, dismissal: String?, language: String = "en", timeZone: String? = nil,
        print: @escaping @Sendable ([NavigationCommand<F>], LinkDetails) -> String?
    ) {
        self.place = place
        self.presented = presented
        self.user = user
        self.facts = facts
        self.link = link
        self.form = form
        self.current = current
        self.dismissal = dismissal
        self.language = language
        self.timeZone = timeZone
        self.print = print
    }

    /// Returns the path and query that a command leads to, or nil if it can't be performed here.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - parameters: The route's parameters in the URL.
    ///   - rest: Path components to pass on, such as the page of a mini app.
    /// - Complexity: O(*n*) in the length of the path.
    public func address(
        of command: NavigationCommand<F>, parameters: LinkParameters = LinkParameters(), rest: [String] = []
    ) -> String? {
        print([command], LinkDetails(parameters: parameters, rest: rest))
    }

    /// Returns the path and query at which a fragment is presented once this place is dismissed, or nil if that is not
    /// possible: for a link in a sheet that leads to what the sheet would cover.
    ///
    /// - Parameters:
    ///   - fragment: The fragment, wherever it is in the app.
    ///   - rest: Path components to pass on, such as the page of a mini app.
    public func address(leavingFor fragment: F, rest: [String] = []) -> String? {
        print([.dismiss(place), .go(fragment)], LinkDetails(parameters: LinkParameters(), rest: rest))
    }

    /// Returns the path and query at which a fragment is presented, or nil if it can't be presented here.
    public func address(presenting fragment: F) -> String? { address(of: .present(fragment)) }

    /// Returns the path and query after taking the segue with a tag, which may lead out of this feature; nil if there
    /// is no such segue here.
    public func address(presentingTag tag: SegueTag, id: TargetID? = nil) -> String? {
        address(of: .presentTag(tag, id: id))
    }

    /// Returns the associated value of the newest presented place of a case, or `nil` if no such place is presented:
    /// `context.presented(Screen.product)`.
    public func presented<Value>(_ makeFragment: (Value) -> F) -> Value? {
        presented.reversed().compactMap { $0.value(of: makeFragment) }.first
    }

    /// Returns the context for a page of an embedded feature, or nil if the place does not belong to the feature.
    public func scoped<Child: Fragment>(_ embedding: Embedding<F, Child>) -> PageContext<Child>? {
        guard let child = embedding.extract(place) else { return nil }
        let print = print
        return PageContext<Child>(
            place: child, presented: presented.compactMap(embedding.extract), user: user, facts: facts, link: link,
            form: form, current: current, dismissal: dismissal, language: language,
            timeZone: timeZone,
            print: { commands, details in print(commands.map { $0.embedded(by: embedding) }, details) }
        )
    }
}
