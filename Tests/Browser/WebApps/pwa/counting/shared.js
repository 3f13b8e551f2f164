"use strict";
importScripts("double.js");
onconnect = ({ ports: [port] }) => (port.onmessage = ({ data }) => port.postMessage(double(data)));
