/// How users change the language of the pages: what a host offers, for the page of a feature that has settings.
public struct LanguageSettings: Sendable {
    /// A language to choose.
    public struct Choice: Hashable, Sendable {
        /// The BCP 47 tag.
        public let tag: String
        /// The name of the language, in the language itself.
        public let name: String

        /// A language.
        public init(tag: String, name: String) {
            self.tag = tag
            self.name = name
        }
    }

    /// The path to which a form sends the field `language`: a tag, or nothing to follow the browser. The field `return` is the path to
    /// redirect to afterwards.
    public let address: String
    /// The languages, in the order in which they are shown.
    public let choices: [Choice]

    /// Settings with these values.
    public init(address: String, choices: [Choice]) {
        self.address = address
        self.choices = choices
    }
}
