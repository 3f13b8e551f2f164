/// One line of a graph's builder: ``Pass``, ``Hold`` or ``Pick``, with the rules of its segues.
///
/// ```swift
/// NavigationGraph<Screen> {
///     Pass(.splash => .dashboard).when(.signedIn, otherwise: .login).auto()
///     Hold(.dashboard => .compose).dismissable()
/// }
/// ```
public protocol SegueDeclaration<Destination>: Sendable {
    /// The fragments that the segues connect.
    associatedtype Destination: Fragment

    /// The segues, in the order of their edges.
    var segues: [Segue<Destination>] { get set }
}

extension SegueDeclaration {
    /// Lets the targets be dismissed.
    public func dismissable() -> Self { changing { $0.isDismissable = true } }

    /// Presents the targets as soon as their sources are.
    public func auto() -> Self { changing { $0.isAuto = true } }

    /// Gives the segues a name.
    public func tag(_ tag: SegueTag) -> Self { changing { $0.tag = tag } }

    /// Gives the segues a name, by which their targets are presented with an id.
    ///
    /// ```swift
    /// Hold(.dashboard => .player(.any)).dismissable().tag("player", Screen.player)
    /// // elsewhere, in a feature that doesn't know the player:
    /// navigator.present(tag: "player", id: "evening-run")
    /// ```
    public func tag<ID>(_ tag: SegueTag, _ makeTarget: @escaping @Sendable (ID) -> Destination) -> Self {
        changing {
            $0.tag = tag
            $0.target = TargetMaker(makeTarget)
        }
    }

    /// Opens the segues only while `fact` is true. Until then they lead to `redirect`, if there is one.
    public func when(_ fact: Fact, otherwise redirect: Destination? = nil) -> Self {
        changing { segue in
            segue.condition = segue.condition ?? Condition()
            segue.condition?.required.insert(fact)
            segue.redirect = redirect ?? segue.redirect
        }
    }

    /// Closes the segues while `fact` is true. During that time they lead to `redirect`, if there is one.
    public func unless(_ fact: Fact, otherwise redirect: Destination? = nil) -> Self {
        changing { segue in
            segue.condition = segue.condition ?? Condition()
            segue.condition?.forbidden.insert(fact)
            segue.redirect = redirect ?? segue.redirect
        }
    }

    private func changing(_ change: (inout Segue<Destination>) -> Void) -> Self {
        var declaration = self
        for index in declaration.segues.indices { change(&declaration.segues[index]) }
        return declaration
    }
}
