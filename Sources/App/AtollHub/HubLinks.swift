import AtollLinks

/// The parameters of a hub's URL.
public enum HubLinks {
    /// The text that is looked for.
    public static var text: LinkParameter<String> { .init("text") }
    /// The category that is shown.
    public static var tag: LinkParameter<String> { .init("tag") }
    /// The point around which something is looked for, as `latitude,longitude`; or `ask`, where it is to be asked for.
    public static var near: LinkParameter<String> { .init("near") }
    /// The cursor of the list's next page.
    public static var next: LinkParameter<String> { .init("next") }
}
