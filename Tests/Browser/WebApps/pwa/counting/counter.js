"use strict";
// Found beside this file.
importScripts("double.js");
onmessage = ({ data }) => postMessage(double(data) + 2);
