// What any browser can read, whatever its age. It is there before the modules, and says when this browser cannot read them.
// Until they are there nobody would notice a slip, so no answer counts; they may never come, so that passes.
(function () {
  "use strict";
  var WAIT = 2000, STANDS = 2500, NUDGE = 500;
  var root = document.documentElement, areFetched = true, line = null, timer = 0;

  function has(name) { return (" " + root.className + " ").indexOf(" " + name + " ") >= 0; }

  function closest(each, selector) { return each && each.closest ? each.closest(selector) : null; }

  root.className += " early";
  setTimeout(function () { root.className = root.className.replace(/\bearly\b/, ""); }, WAIT);

  document.addEventListener("click", function (event) {
    if (!has("early") || !closest(event.target, "form.prompt, #to-the-night")) return;
    event.preventDefault();
    event.stopPropagation();
    say(event.target, "page");
  }, true);

  // Modules send this from whatever was tapped; `detail` says what it was too soon for: "page" or "question".
  document.addEventListener("too-soon", function (event) { say(event.target, event.detail); });

  /** Above the tapped button, over the page: nothing moves. */
  function say(tapped, what) {
    var button = closest(tapped, "button, a, summary, label, select") || tapped, box = closest(tapped, "dialog") || document.body;
    line = line || document.getElementById("too-soon");
    if (!line) return;
    if (line.parentNode !== box) box.appendChild(line); // nothing lies above an open dialog
    line.style.top = Math.max(8, button.getBoundingClientRect().top - 60) + "px";
    line.textContent = ""; // emptied first, so that it is read out twice if tapped twice
    clearTimeout(timer);
    timer = setTimeout(function () {
      line.textContent = line.getAttribute("data-" + what);
      timer = setTimeout(function () { line.textContent = ""; }, STANDS);
    }, 20);
    button.setAttribute("data-nudged", "");
    setTimeout(function () { button.removeAttribute("data-nudged"); }, NUDGE);
  }

  function canDraw() {
    return window.CSS && CSS.supports && CSS.supports("selector(:has(a))") && CSS.supports("color", "color-mix(in srgb, red, blue)");
  }

  // A script that did not arrive is the network's fault; one that arrived and does not run is the browser's.
  window.addEventListener("error", function (event) { if (event.target.tagName === "SCRIPT") areFetched = false; }, true);
  window.addEventListener("load", function () {
    if ((!has("js") && areFetched) || !canDraw()) document.getElementById("too-old").removeAttribute("hidden");
  });
})();
