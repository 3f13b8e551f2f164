import AtollHub
import AtollPackages
import SwiftUI

/// A picture of a page of a mini app; a grey area until it is loaded, and if it can't be.
struct MiniAppPictureView: View {
    let source: any PresentationSource
    let digest: SHA256Hash
    @State private var picture: PlatformImage?
    @Environment(\.displayScale) private var displayScale

    /// The size of the pictured page, in points, and the scale at which it is shown.
    private static let (width, height, share): (CGFloat, CGFloat, CGFloat) = (390, 844, 0.45)

    var body: some View {
        Group {
            if let picture {
                Image(picture).resizable().aspectRatio(contentMode: .fit)
            } else {
                RoundedRectangle(cornerRadius: 14).fill(.quaternary)
            }
        }
        .frame(width: Self.width * Self.share, height: Self.height * Self.share)
        .clipShape(.rect(cornerRadius: 14))
        .task(id: digest) { await load() }
    }

    private func load() async {
        guard let data = try? await source.picture(digest), !Task.isCancelled else { return }
        picture = await PlatformImage.prepared(data, side: Self.height * Self.share * displayScale)
    }
}
