import AtollNavigation

extension AppMap {
    private static var returnParameter: LinkParameter<String> { LinkParameter(DeepLink.returnItem) }

    /// Where a link leads: to a state, or to another URL.
    ///
    /// A link redirects if a condition is not met (to where the condition does, with the way back in the query), if autos lead on, and if its
    /// first component has the wrong case.
    ///
    /// - Throws: ``ResolutionError`` if the link can't be read or the graph does not lead there.
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
        // Autos have led on, and the URL must say so.
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
        // Such as the sign-in, for a user who is signed in already.
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
            // A URL that is too long to be read is worse than one without the way back.
            other.parameters[Self.returnParameter] = nil
            address = try print(other)
        }
        guard address != link else { throw .navigation(error) }
        return .redirect(address.path)
    }

    /// Reads a URL of any form that the app's links have, with the first component in the letters of its route.
    ///
    /// In a custom scheme, the case of the first component means nothing: it is the host of the URL.
    ///
    /// - Parameters:
    ///   - url: A whole URL, such as `dla://Products?id=30`.
    ///   - addresses: The schemes and origins of the app.
    /// - Throws: ``LinkError`` if the URL can't be read or no route matches it.
    public func link(reading url: String, at addresses: LinkAddresses) throws(LinkError) -> DeepLink {
        let link = try DeepLink(url, at: addresses)
        _ = try links.destination(for: link)
        return links.canonicalStart(of: link) ?? link
    }

    /// Whether a path with its query is one of the app's URLs.
    public func leads(_ address: String) -> Bool {
        guard let link = try? DeepLink(path: address) else { return false }
        return (try? links.destination(for: link)) != nil
    }

    private func print(_ destination: LinkDestination<F>) throws(ResolutionError<F>) -> DeepLink {
        do throws(LinkError) { return try links.link(for: destination) } catch { throw .link(error) }
    }
}
