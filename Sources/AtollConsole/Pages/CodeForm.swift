/// The form for the code that a program shows.
struct CodeForm {
    let typed: String
    let problem: String?
}
