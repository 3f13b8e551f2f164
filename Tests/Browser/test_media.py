"""Sound in mini apps: it plays and can be sought at first, from what the browser has kept, and without a connection."""

import random
import wave

from conftest import until
from test_kept import KEPT, down, keep, keeper, own, raise_code  # noqa: F401

SECONDS = 60
PLAYS = 5

PLAY = """async (address) => {
  const audio = new Audio(address);
  audio.muted = true;
  const event = (name, begin) => new Promise((resolve, reject) => {
    audio.addEventListener(name, resolve, { once: true });
    audio.addEventListener("error", () => reject(new Error(audio.error.message)), { once: true });
    begin();
  });
  await event("canplay", () => audio.load());
  const seekable = audio.seekable.length ? audio.seekable.end(0) : 0;
  await event("seeked", () => (audio.currentTime = 50));
  await event("timeupdate", () => audio.play());
  const heard = audio.currentTime >= 50;
  audio.pause();
  await event("seeked", () => (audio.currentTime = 1));
  audio.removeAttribute("src");
  return [Math.round(audio.duration || seekable), Math.round(seekable), heard];
}"""

PARTS = """async ([address, cases]) => {
  const found = [];
  for (const headers of cases) {
    const response = await fetch(address, { headers });
    const { length } = new Uint8Array(await response.arrayBuffer());
    found.push([response.status, response.headers.get("Content-Range"), response.status === 416 ? 0 : length]);
  }
  return found;
}"""


def with_sound(folder):
    with wave.open(str(folder / "sound.wav"), "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(1)
        sound.setframerate(8_000)
        # Noise: a package may not have a file that is packed more than 100 to 1.
        sound.writeframes(random.Random(1).randbytes(8_000 * SECONDS))


def plays(person, when):
    """Plays a sound and seeks in it, and asks for parts of its file."""
    for number in range(PLAYS):
        assert person.frame().evaluate(PLAY, f"/sound.wav?{when}{number}") == [SECONDS, SECONDS, True]
    size = 44 + 8_000 * SECONDS
    tag = person.frame().evaluate("fetch('/sound.wav').then((response) => response.headers.get('ETag'))")
    cases = {
        (("Range", "bytes=2-5"),): [206, f"bytes 2-5/{size}", 4],
        (("Range", f"bytes={size - 4}-"),): [206, f"bytes {size - 4}-{size - 1}/{size}", 4],
        (("Range", "bytes=-4"),): [206, f"bytes {size - 4}-{size - 1}/{size}", 4],
        (("Range", "bytes=5-99999999"),): [206, f"bytes 5-{size - 1}/{size}", size - 5],
        (("Range", f"bytes={size}-"),): [416, f"bytes */{size}", 0],
        (("Range", "bytes=-0"),): [416, f"bytes */{size}", 0],
        (("Range", "bytes=0-1,4-5"),): [200, None, size],
        (("Range", "bytes=5-2"),): [200, None, size],
        (("Range", "lines=1-2"),): [200, None, size],
        (("Range", "bytes=0-1"), ("If-Range", '"of another version"')): [200, None, size],
    }
    cases[(("Range", "bytes=0-1"), ("If-Range", tag))] = [206, f"bytes 0-1/{size}", 2]
    found = person.frame().evaluate(PARTS, [f"/sound.wav?{when}", [dict(case) for case in cases]])
    assert dict(zip(cases, found)) == cases


def test_sound_plays_and_is_sought_at_first_kept_and_without_a_connection(own, keeper):  # noqa: F811
    raise_code(own, "directory", with_sound)
    keeper.page.goto("/hub")
    keeper.open("Directory")
    plays(keeper, "first")
    keeper.page.goto("/hub")
    keep(keeper, "Directory")
    # Opened anew, the page is the worker's.
    keeper.page.goto("/hub")
    keeper.open("Directory")
    until(lambda: keeper.frame().evaluate(KEPT) > 0)
    plays(keeper, "kept")
    keeper.page.goto("/hub")
    down(own)
    keeper.open("Directory")
    plays(keeper, "offline")
