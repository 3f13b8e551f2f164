import AtollLinks
import AtollNavigation

/// What an address comes to, for somebody for whom certain facts are true.
public enum Resolution<F: Fragment>: Sendable {
    /// A state to be shown.
    case show(NavigationState<F>, LinkDestination<F>)
    /// Another address within the app, as a path with its query.
    case redirect(String)
}

/// Why an address comes to nothing.
public enum ResolutionError<F: Fragment>: Error, Hashable, CustomStringConvertible {
    /// The address can't be read, or no route has it.
    case link(LinkError)
    /// The graph does not lead there.
    case navigation(NavigationError<F>)

    public var description: String {
        switch self {
        case .link(let error): error.description
        case .navigation(let error): error.description
        }
    }
}

extension WebApp {
    private static var returnParameter: LinkParameter<String> { LinkParameter(DeepLink.returnItem) }

    /// What a link comes to: the state that it leads to, or another address: where a condition is not met, where that
    /// redirects, with the way back; where autos lead on, where that is; and the right letters for wrong case.
    ///
    /// - Throws: ``ResolutionError`` where the address can't be read or the graph does not lead there.
    /// - Complexity: O(*n*) in the length of the link and of its path.
    public func resolve(_ link: DeepLink, facts: Set<Fact>) throws(ResolutionError<F>) -> Resolution<F> {
        let destination: LinkDestination<F>
        do throws(LinkError) {
            destination = try links.destination(for: link)
        } catch {
            if case .unknownRoute(.component(1), _) = error, let canonical = links.canonicalStart(of: link) {
                return .redirect(canonical.path)
            }
            throw .link(error)
        }
        var state = NavigationState(graph, facts: facts)
        do throws(NavigationError<F>) {
            try state.replace(with: destination.path)
        } catch {
            return try lead(elsewhere: error, from: state, link, destination)
        }
        guard !state.path.isSameTree(as: destination.path) else { return .show(state, destination) }
        // Autos have led on. The address is to say so.
        var actual = destination
        actual.path = state.path
        var canonical = try print(actual)
        canonical.items += destination.unclaimed
        return canonical == link ? .show(state, destination) : .redirect(canonical.path)
    }

    private func lead(
        elsewhere error: NavigationError<F>, from start: NavigationState<F>, _ link: DeepLink,
        _ destination: LinkDestination<F>
    ) throws(ResolutionError<F>) -> Resolution<F> {
        guard case .brokenPath(_, .conditionUnmet) = error else { throw .navigation(error) }
        // Such as the sign-in, for somebody who is signed in already.
        if let address = destination.parameters[Self.returnParameter], leads(address) { return .redirect(address) }
        var state = start
        var pending = PendingLink<F>()
        do throws(NavigationError<F>) {
            _ = try pending.open(destination, in: &state, at: .zero)
        } catch {
            throw .navigation(error)
        }
        var other = LinkDestination(state.path)
        other.parameters[Self.returnParameter] = link.path
        var address = try print(other)
        if address.path.utf8.count > DeepLink.maximumLength {
            // Better without the way back than an address that nobody reads.
            other.parameters[Self.returnParameter] = nil
            address = try print(other)
        }
        guard address != link else { throw .navigation(error) }
        return .redirect(address.path)
    }

    /// Whether a text is an address within the app.
    public func leads(_ address: String) -> Bool {
        guard let link = try? DeepLink(path: address) else { return false }
        return (try? links.destination(for: link)) != nil
    }

    private func print(_ destination: LinkDestination<F>) throws(ResolutionError<F>) -> DeepLink {
        do throws(LinkError) { return try links.link(for: destination) } catch { throw .link(error) }
    }
}
