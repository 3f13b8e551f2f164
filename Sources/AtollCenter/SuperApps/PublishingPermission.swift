/// Whether an organization publishes in a super app.
enum PublishingPermission {
    case permitted
    /// Nobody does any more: it is disabled, or its owner is closed.
    case disabled
    /// Its owner does not let this organization.
    case notGranted
}
