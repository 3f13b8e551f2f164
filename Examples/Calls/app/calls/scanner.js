import { scanner } from "/.atoll/atoll.js";

export async function scan() {
  const { format, text } = await scanner.scan({ formats: ["qr_code"] });
  return { format, text };
}
