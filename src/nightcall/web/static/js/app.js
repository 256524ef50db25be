// The one script a page loads. Each module holds one idea and works by delegation on data attributes, so that
// a page that has been morphed needs no new wiring. What not every page needs is fetched by those that do.
import "./switches.js";
import "./calm.js"; // before whatever else listens: a tap that does not count is nobody's
import "./says.js";
import "./pick.js";
import "./ring.js";
import "./panic.js";
import "./confirm.js"; // before any tap: a question that comes too late was not asked
import "./live.js";
import "./draft.js"; // before whatever draws a form anew
import { onView } from "./view.js";

const ONLY_WHERE = {
  "[data-peek]": "./peek.js",
  "[data-timer]": "./timer.js",
  "[data-speak]": "./speech.js",
  "[data-try-voice]": "./voice.js",
  "[data-wake]": "./wake.js",
  ":root[data-sound='on'] [data-sounds]": "./sound.js",
  ":root[data-buzz='on']": "./buzz.js",
  ".stepper": "./stepper.js",
  ".ballots": "./ballots.js",
  "section.sheet": "./sheet.js",
  "[data-move]": "./move.js",
  "[data-names]": "./names.js",
  "[data-filter]": "./filter.js",
  "[data-share], [data-copy]": "./share.js",
  ":root[data-alone]": "./alone.js",
  "[data-brings]": "./bring.js",
};

const root = document.documentElement;

/** `data-ready` on the root says that all of it has arrived; until then a tap does what it does without scripts. */
async function fetchWhatIsNeeded() {
  delete root.dataset.ready;
  const needed = Object.entries(ONLY_WHERE).filter(([selector]) => document.querySelector(selector));
  await Promise.all(needed.map(([, module]) => import(module)));
  root.dataset.ready = "";
}

root.classList.replace("early", "js") || root.classList.add("js"); // from here on the modules heed every tap (`early.js`)
onView(fetchWhatIsNeeded);
document.addEventListener("change", fetchWhatIsNeeded); // a switch may just have been turned
