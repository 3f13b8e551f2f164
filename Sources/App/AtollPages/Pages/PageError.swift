/// The reason why a place can't be shown or a form is not accepted.
public enum PageError: Error, Hashable, Sendable {
    /// Something does not exist: a sentence that says what.
    case notFound(String)
    /// A form is invalid: a sentence that says what is wrong with it.
    case refused(String)
}
