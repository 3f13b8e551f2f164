// Uploads a version. Both files can be dropped together, and the progress is shown. Without this script, the form sends them as well.
const form = document.querySelector("form.upload");
const texts = form?.dataset;
const [statement, archive] = form ? [form.elements.statement, form.elements.package] : [];
const progress = form?.querySelector("progress");
const status = form?.querySelector("[role=status]");

function give(input, file) {
  const files = new DataTransfer();
  files.items.add(file);
  input.files = files.files;
}

function say(text, isProblem = false) {
  status.textContent = text;
  status.classList.toggle("problem", isProblem);
}

function send() {
  const request = new XMLHttpRequest();
  let hasArrived = false;
  request.open("POST", form.action);
  request.setRequestHeader("Accept", "application/json");
  const end = (text) => {
    progress.hidden = true;
    form.removeAttribute("aria-busy");
    say(text, true);
  };
  request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
    if (lengthComputable) progress.value = loaded / total;
  };
  request.upload.onload = () => {
    hasArrived = true;
    // The duration of the checks is unknown.
    progress.removeAttribute("value");
    say(texts.checking);
  };
  request.onload = () => {
    const place = request.status === 201 && request.getResponseHeader("Location");
    if (place) return location.assign(place);
    if (new URL(request.responseURL).pathname !== new URL(form.action).pathname) return location.assign(request.responseURL);
    const page = new DOMParser().parseFromString(request.responseText, "text/html");
    end(page.querySelector("[role=alert]")?.textContent.trim() || texts.failed);
  };
  // A request that has arrived may have been processed, even without a response.
  request.onerror = () => end(hasArrived ? texts.unknown : texts.failed);
  progress.hidden = false;
  progress.value = 0;
  form.setAttribute("aria-busy", "true");
  say(texts.sending);
  request.send(new FormData(form));
}

if (form) {
  form.querySelector(".drop").hidden = false;
  form.addEventListener("dragover", (event) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    form.classList.add("over");
  });
  form.addEventListener("dragleave", (event) => {
    if (!form.contains(event.relatedTarget)) form.classList.remove("over");
  });
  form.addEventListener("drop", (event) => {
    event.preventDefault();
    form.classList.remove("over");
    if (form.hasAttribute("aria-busy")) return;
    for (const file of event.dataTransfer.files) give(file.name.endsWith(".statement") ? statement : archive, file);
    if (statement.files.length > 0 && archive.files.length > 0) send();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!form.hasAttribute("aria-busy")) send();
  });
}
