"use strict";
document.getElementById("said").textContent = "beside the page";
