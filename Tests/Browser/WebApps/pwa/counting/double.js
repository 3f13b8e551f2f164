"use strict";
const double = (number) => 2 * number;
