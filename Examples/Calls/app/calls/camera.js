import { camera } from "/.atoll/atoll.js";

export async function photo() {
  const { file, width, height } = await camera.photo({ maxSide: 1024, quality: 0.8 });
  return { file, width, height };
}
