import AtollHub
import SwiftUI

/// The results of a search inside mini apps; nothing without any.
struct HubEntries: View {
    let entries: [HubEntry]
    let open: @MainActor (HubEntry) -> Void

    var body: some View {
        if !entries.isEmpty {
            VStack(alignment: .leading) {
                Text(localized("In mini apps")).font(.headline).accessibilityAddTraits(.isHeader)
                ForEach(entries) { found in
                    Button {
                        open(found)
                    } label: {
                        VStack(alignment: .leading) {
                            Text(verbatim: found.entry.title)
                            Text(verbatim: Self.detail(of: found)).font(.subheadline).foregroundStyle(.secondary)
                        }
                        .frame(maxWidth: .infinity, alignment: .leading)
                        .padding(.vertical, 6)
                    }
                    .buttonStyle(.plain)
                    .accessibilityIdentifier("entry-\(found.id)")
                }
            }
        }
    }

    /// It names the mini app, so that nothing in one can pass for something of the host.
    private static func detail(of found: HubEntry) -> String {
        [found.miniApp.name, found.entry.detail].compactMap(\.self).joined(separator: " · ")
    }
}
