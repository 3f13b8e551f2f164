import AtollNavigation
import SwiftUI

#if canImport(os)
import os
#endif

extension View {
    /// Declares that this view shows a fragment while it is presented, without using one of Atoll's containers.
    ///
    /// ```swift
    /// MapView(hasLegend: navigator.presentedPlaces.contains(.legend))
    ///     .shows(.legend, in: navigator)
    /// ```
    /// A fragment that no view shows is a fault, which debug builds log and ``NavigationRoot/containerFaults`` lists. A
    /// view that reads ``Navigator/isPresented(_:)`` for the fragment needs no declaration.
    public func shows<F: Fragment>(_ fragment: F, in navigator: Navigator<F>) -> some View {
        showing(.view(fragment), in: navigator)
    }

    /// Registers what a container shows when it appears, and checks it against the graph. Debug builds only.
    func showing<F: Fragment>(_ container: FragmentContainer<F>, in navigator: Navigator<F>) -> some View {
        #if DEBUG
        onAppear {
            navigator.show(container)
            // The containers around this one, and inside it, appear in the same update.
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
