extension LinkDestination {
    /// The page of a mini app that a link with ``RemainingPath`` names, with its query and fragment, as a path on the mini app's origin, such as
    /// `/pages/person?id=30`; nil if it names none.
    public var miniAppPage: String? {
        rest.isEmpty ? nil : DeepLink(components: rest, items: unclaimed, fragment: fragment).path
    }
}
