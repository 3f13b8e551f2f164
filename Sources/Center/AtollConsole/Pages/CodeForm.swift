/// The form for the code that a program shows.
struct CodeForm: Encodable {
    let typed: String
    let problem: String?
}
