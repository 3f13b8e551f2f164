// Shrinks photos until they can be stored: at most 1,280 pixels on the longer side, and within the limit of the
// storage.

const longestSide = 1280;
const largest = 450_000;

/** The picture in `file` as a data URL. Throws if the file is not a picture, or can't be made small enough. */
export async function shrink(file) {
  const image = await createImageBitmap(file);
  let scale = Math.min(1, longestSide / Math.max(image.width, image.height));
  for (let attempt = 0; attempt < 6; attempt++, scale *= 0.7) {
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(image.width * scale));
    canvas.height = Math.max(1, Math.round(image.height * scale));
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    const picture = canvas.toDataURL("image/jpeg", 0.8);
    if (picture.length <= largest) return picture;
  }
  throw new Error("The picture can't be made small enough.");
}
