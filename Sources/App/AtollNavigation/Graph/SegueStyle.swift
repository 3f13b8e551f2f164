/// The effect on a segue's source when its target is presented.
public enum SegueStyle: String, Hashable, Sendable, CaseIterable {
    /// Both are presented: a sheet, a detail next to its list, a player over everything.
    case hold
    /// The source, with everything that it holds, gives way to the target: the next screen.
    case pass
    /// Both are presented, but of one source's picks only the newest is: tabs.
    case pick
}
