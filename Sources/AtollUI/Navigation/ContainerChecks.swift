import AtollNavigation
import SwiftUI

#if canImport(os)
import os
#endif

extension View {
    /// Says that this view shows a fragment when it is presented, in a way that is none of the containers here.
    ///
    /// What is presented and shown by nothing is a fault that debug builds write to the log, and that ``NavigationRoot/containerFaults`` lists.
    /// A view that asks ``Navigator/isPresented(_:)`` about the fragment itself says it already.
    public func shows<F: Fragment>(_ fragment: F, in navigator: Navigator<F>) -> some View {
        showing(.view(fragment), in: navigator)
    }

    /// Notes what a container shows when it comes on screen, and in debug builds looks whether that fits the graph.
    func showing<F: Fragment>(_ container: FragmentContainer<F>, in navigator: Navigator<F>) -> some View {
        #if DEBUG
        onAppear {
            navigator.show(container)
            // The containers around this one, and in it, come on screen in the same update.
            Task { @MainActor in for fault in navigator.newContainerFaults() { ContainerLog.write(fault) } }
        }
        #else
        self
        #endif
    }
}

#if DEBUG
private enum ContainerLog {
    static func write(_ fault: any CustomStringConvertible & Sendable) {
        #if canImport(os)
        Logger(subsystem: "Atoll", category: "Navigation").fault("\(fault.description, privacy: .public)")
        #else
        print("Navigation: \(fault.description)")
        #endif
    }
}
#endif
