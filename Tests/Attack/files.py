"""Only the owner may read the files that Lagoon stores."""

import stat

FORBIDDEN = stat.S_IRWXG | stat.S_IRWXO


def attack(target):
    data = target.lagoon.data
    everything = [data, *sorted(data.rglob("*"))]
    readable = []
    for path in everything:
        try:
            mode = path.lstat().st_mode
        except FileNotFoundError:
            continue
        if mode & FORBIDDEN and not stat.S_ISLNK(mode):
            readable.append((path, stat.S_IMODE(mode), stat.S_ISDIR(mode)))
    if not readable:
        return []
    folders = sum(is_folder for *_, is_folder in readable)
    examples = sorted(readable, key=lambda entry: (entry[2], entry[0].suffix != ".sqlite", entry[0]))[:3]
    shown = ", ".join(f"{path.relative_to(data.parent)} ({mode:03o})" for path, mode, _ in examples)
    return [f"{len(readable) - folders} files and {folders} folders of {len(everything)} are open to others: {shown}."]
