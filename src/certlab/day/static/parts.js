// @ts-check
/** What the start page of a site is made of, so that it asks for one file of all that it needs. */

import { BrowserModel } from "./browser_model.js";
import { CourseIndex } from "./course_index.js";
import { Newcomer } from "./newcomer.js";
import { Standing } from "./standing.js";
import { mountStart } from "./start.js";
import { wayOf, wayTo } from "./stations.js";
import { drawWayStrip } from "./way_strip.js";

export const PARTS = {
  BrowserModel,
  CourseIndex,
  drawWayStrip,
  mountStart,
  Newcomer,
  Standing,
  wayOf,
  wayTo,
};
