// A libFuzzer target: any URL is refused with an error, or leads to a destination whose own URL leads there again.

import AtollLinks
import AtollNavigation

private enum Screen: Fragment {
    case home, list, search, sheet
    case item(Int), team(String), member(Int), mini(String)
}

private enum Order: String, LinkValue, CaseIterable { case name, price }

private let router = LinkRouter<Screen> {
    Route(to: .home) {}
    Route(Screen.home => .list) { PathSegment("list") }
    Route(Screen.home => .list => .item(.any)) {
        PathSegment("list")
        QueryItem("id", Screen.item)
    }
    Route(Screen.home => .team(.any)) {
        PathSegment("teams")
        PathSegment(Screen.team)
    }
    Route(Screen.home => .team(.any) => .member(.any)) {
        PathSegment("teams")
        PathSegment(Screen.team)
        PathSegment(Screen.member)
    }
    Route(Screen.home => .search) {
        PathSegment("search")
        QueryItem(LinkParameter<String>("text"))
        QueryItem(optional: LinkParameter<Order>("order"))
        QueryItem(LinkParameter<Int>("page"), default: 1)
        QueryItem(repeated: LinkParameter<Bool>("flag"))
    }
    Route(Screen.home => .mini(.any)) {
        PathSegment("miniapp")
        PathSegment(Screen.mini)
        RemainingPath()
    }
    Route(Screen.home => .sheet) { PathSegment("sheet") }
}

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    guard let link = try? DeepLink(path: text), var destination = try? router.destination(for: link) else { return 0 }
    // Unclaimed items are passed on, and not printed.
    destination.unclaimed = []
    guard let printed = try? router.link(for: destination) else {
        // A path with several branches may have lost the order in which its links were followed, but it always has a
        // URL.
        fatalError("no URL for \(destination.path)")
    }
    guard printed.path.utf8.count <= DeepLink.maximumLength else { return 0 }
    guard let again = try? router.destination(for: DeepLink(path: printed.path)) else {
        fatalError("not read back: \(printed.path)")
    }
    precondition(Set(again.path.edges) == Set(destination.path.edges), "another path: \(printed.path)")
    precondition(again.parameters == destination.parameters && again.rest == destination.rest)
    return 0
}
