import { given, locale, text } from "/app.js";
import { picture } from "/common/badges.js";

// Shows the user's newest kudos, or else the first post of the feed.
const language = locale.split("-")[0];
// The user may leave the home screen while this loads, so a failed request is ignored.
const samples = (await fetch("/common/feed.json").then((response) => response.json()).catch(() => [])).map((post) => ({
  ...post,
  message: post.message[language] ?? post.message.en,
}));
const [post = { from: "", to: "", badge: "", message: "" }] = [...(await given()), ...samples];

const item = document.createElement("li");
item.className = "post";
const line = document.createElement("p");
line.textContent = text(post.from === undefined ? "lineYou" : "line", { from: post.from, to: post.to });
const badge = document.createElement("p");
badge.className = "badge";
badge.append(picture(post.badge), text(`badge-${post.badge}`));
const message = document.createElement("p");
message.className = "message";
message.dir = "auto";
message.textContent = post.message;
item.append(line, badge, message);
document.getElementById("latest").append(item);
