import AtollLinks

/// What the address of a hub says beside its path.
public enum HubLinks {
    /// The text that is looked for.
    public static var text: LinkParameter<String> { .init("text") }
    /// The category that is shown.
    public static var tag: LinkParameter<String> { .init("tag") }
    /// The point around which something is looked for, as `latitude,longitude`; or `ask`, where it is to be asked for.
    public static var near: LinkParameter<String> { .init("near") }
    /// Where the list goes on.
    public static var next: LinkParameter<String> { .init("next") }
}
