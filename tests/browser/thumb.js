// A player's thumb in the real page of a led evening. It sees what stands there, touches only what a finger would reach,
// and holds the strips. `window.plan` says whom it is after, by night and by day.
(() => {
  const usual = window.fetch;
  const seat = Number(location.pathname.split("/").at(-1));
  const thumb = window.thumb = { taps: 0, holds: 0, missed: [], rests: false, isDown: false };
  const one = (name) => document.querySelector(name);
  const isPressed = (each) => each.getAttribute("aria-pressed") === "true";

  function reach(target) {
    target.scrollIntoView({ block: "nearest" });
    const box = target.getBoundingClientRect(), found = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    if (!target.contains(found)) thumb.missed.push(`${target.textContent.trim()} lies under ${found?.outerHTML.slice(0, 80)}`);
    return target.contains(found);
  }

  function tap(target) {
    if (!reach(target)) return;
    thumb.taps += 1;
    target.click();
  }

  function press(cover, how) {
    cover.dispatchEvent(new PointerEvent(how, { bubbles: true, button: 0, isPrimary: true }));
  }

  /** From one beat to the next: long enough to read a line. */
  function hold(cover) {
    if (!reach(cover)) return;
    thumb.holds += 1;
    thumb.isDown = true;
    press(cover, "pointerdown");
  }

  function touch(order) {
    const buttons = [...document.querySelectorAll("#seats button")];
    if (buttons.some(isPressed)) return;
    const living = new Map(buttons.filter((each) => each.dataset.state === "alive" && !each.disabled).map((each) => [Number(each.dataset.seat), each]));
    const wanted = order.find((number) => number !== seat && living.has(number));
    if (wanted) tap(living.get(wanted));
  }

  function look() {
    const plan = window.plan, sign = (name) => one(`#signs [data-sign="${name}"]`);
    if (!one("#seats button")) return;
    if (thumb.isDown) press(one("#strip .peek__cover"), "pointerup");
    thumb.isDown = false;
    if (!plan || thumb.rests || !one("#over").hidden) return;
    const bare = one("#signs .led__sign"), isNight = document.body.dataset.phase === "night";
    if (!one("#accuse").hidden) tap(one("#accuse-yes"));
    else if (bare && ![...document.querySelectorAll("#signs .led__sign")].some(isPressed)) tap(bare);
    else if (isNight) touch(plan.night);
    else if (sign("more")) {
      touch(plan.day); // accuses, and the phone asks first
      if (one("#accuse").hidden && !isPressed(sign("ready"))) tap(sign("ready"));
    }
    else if (!sign("object")) touch(plan.day);
    hold(one("#strip .peek__cover"));
  }

  // After every beat, however slow the machine is: what it has brought stands there now.
  window.fetch = async (...given) => {
    const reply = await usual(...given);
    if (String(given[0]).endsWith("/beat")) setTimeout(look, 50);
    return reply;
  };
})();
