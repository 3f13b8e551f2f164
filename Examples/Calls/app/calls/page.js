import { on, page } from "/.atoll/atoll.js";

export async function setTitle() {
  return await page.setTitle({ title: "Every call" });
}

export async function setMainButton() {
  const end = on("page.mainButton", async () => {
    end();
    await page.setMainButton({ visible: false });
  });
  return await page.setMainButton({ text: "Send", visible: true });
}

export async function setBackButton() {
  const end = on("page.back", async () => {
    end();
    await page.setBackButton({ visible: false });
  });
  return await page.setBackButton({ visible: true });
}

export async function setCloseGuard() {
  await page.setCloseGuard({ enabled: true, message: "Your text is not saved yet." });
  // When it is saved:
  return await page.setCloseGuard({ enabled: false });
}

export async function setAppearance() {
  return await page.setAppearance({ background: "#0b5f6b" });
}

export async function setOrientation() {
  return await page.setOrientation({ orientation: "any" });
}

export async function setFullscreen() {
  return await page.setFullscreen({ on: false });
}
