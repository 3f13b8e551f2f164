// Handlers that are put into the page later must not run.
document.getElementById("put").innerHTML = '<button id="bad" onclick="press(\'bad\')">Bad</button>';
const script = document.createElement("script");
script.textContent = "press('worse')";
document.body.append(script);
