import AtollChromium
import Foundation

/// Compares pictures, in the browser that took them.
struct SnapshotComparison {
    let page: BrowserPage

    struct Difference: Decodable {
        /// The number of pixels that differ.
        let changed: Int
        let total: Int
        /// A PNG that marks these pixels in red.
        let picture: Data
    }

    /// The difference between two pictures, or nil if they are equal. Channels that differ by at most 2 of 255 count as
    /// equal, because a browser's antialiasing of the same curve varies by that much.
    func compare(_ before: Data, _ after: Data) throws -> Difference? {
        guard before != after else { return nil }
        let difference = try page.evaluate(
            "(\(Self.script))(\"\(before.base64EncodedString())\", \"\(after.base64EncodedString())\")",
            as: Difference.self
        )
        return difference.changed == 0 ? nil : difference
    }

    private static let script = """
        async (before, after) => {
          const read = async (text) => {
            const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
            const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
            const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
            context.drawImage(image, 0, 0);
            return context.getImageData(0, 0, image.width, image.height);
          };
          const [a, b] = [await read(before), await read(after)];
          const [width, height] = [Math.max(a.width, b.width), Math.max(a.height, b.height)];
          const canvas = new OffscreenCanvas(width, height);
          const context = canvas.getContext("2d");
          const marks = context.createImageData(width, height);
          const tolerance = 2;
          let changed = 0;
          for (let y = 0; y < height; y++) {
            for (let x = 0; x < width; x++) {
              const inBoth = x < a.width && x < b.width && y < a.height && y < b.height;
              const [i, j, k] = [(y * a.width + x) * 4, (y * b.width + x) * 4, (y * width + x) * 4];
              const same = inBoth && [0, 1, 2, 3].every((channel) => Math.abs(a.data[i + channel] - b.data[j + channel]) <= tolerance);
              if (!same) changed++;
              const grey = inBoth ? 255 - (255 - (b.data[j] + b.data[j + 1] + b.data[j + 2]) / 3) / 4 : 255;
              marks.data.set(same ? [grey, grey, grey, 255] : [220, 0, 40, 255], k);
            }
          }
          context.putImageData(marks, 0, 0);
          const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: "image/png" })).arrayBuffer());
          let text = "";
          for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
          return { changed, total: width * height, picture: btoa(text) };
        }
        """
}
