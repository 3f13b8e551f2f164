// Crops the picture that the user chooses to a small square, so that a photo from a camera can be sent. Without script, small files can be
// sent as they are.
{
  const side = 384;
  // The processing of the file that was chosen last.
  let work = null;
  let isWaiting = false;

  async function shrink(input, file) {
    const picture = await createImageBitmap(file);
    const length = Math.min(picture.width, picture.height);
    const canvas = Object.assign(document.createElement("canvas"), { width: side, height: side });
    const context = canvas.getContext("2d");
    context.fillStyle = "#fff";
    context.fillRect(0, 0, side, side);
    context.drawImage(picture, (picture.width - length) / 2, (picture.height - length) / 2, length, length, 0, 0, side, side);
    picture.close();
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.85));
    // Another file may have been chosen meanwhile.
    if (!blob || input.files[0] !== file) return;
    const small = new DataTransfer();
    small.items.add(new File([blob], "photo.jpg", { type: "image/jpeg" }));
    input.files = small.files;
  }

  addEventListener("change", ({ target }) => {
    const [file] = target.files ?? [];
    if (!target.closest?.("form[data-photo]") || !file) return;
    // The server reports what is wrong with a file that can't be read.
    const mine = shrink(target, file).catch(() => {}).finally(() => {
      if (work === mine) work = null;
    });
    work = mine;
  });

  addEventListener("submit", (event) => {
    if (!work || !event.target.matches("form[data-photo]")) return;
    event.preventDefault();
    if (isWaiting) return;
    isWaiting = true;
    work.then(() => {
      isWaiting = false;
      event.target.requestSubmit();
    });
  });
}
