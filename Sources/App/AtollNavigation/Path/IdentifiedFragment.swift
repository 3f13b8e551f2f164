/// A fragment that names its own family: the fragments that differ from it only in their id.
///
/// If a type other than an enum has an id that appears in links, give it the `customMirror` of an enum whose case
/// carries the id.
public protocol IdentifiedFragment: Fragment {
    /// The name of the family, or nil if the fragment belongs to none.
    var family: String? { get }
}
