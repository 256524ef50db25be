// Sounds made on the spot: wind and crickets that mask the rustle of the night, a bell at dawn, the end of a timer.
// Off until switched on. They follow the public phase alone, never anything that is secret.
import { isOn, onSwitch } from "./switches.js";
import { onView } from "./view.js";

let audio = null, night = null, phase = "";

function context() {
  audio ??= new AudioContext();
  if (audio.state !== "running") audio.resume().catch(() => {}); // suspended, or interrupted by a call
  return audio;
}

function noise(ctx) {
  const buffer = ctx.createBuffer(1, ctx.sampleRate * 4, ctx.sampleRate), data = buffer.getChannelData(0);
  let last = 0;
  for (let i = 0; i < data.length; i++) {
    last = (last + 0.02 * (Math.random() * 2 - 1)) / 1.02; // brown noise: wind rather than hiss
    data[i] = last * 3.2;
  }
  return Object.assign(ctx.createBufferSource(), { buffer, loop: true });
}

function wobble(ctx, param, speed, depth) {
  const wave = ctx.createOscillator(), amount = ctx.createGain();
  wave.frequency.value = speed;
  amount.gain.value = depth;
  wave.connect(amount).connect(param);
  wave.start();
  return wave;
}

function startNight() {
  if (night) return;
  const ctx = context(), out = ctx.createGain(), wind = noise(ctx), filter = ctx.createBiquadFilter();
  out.gain.setValueAtTime(0, ctx.currentTime);
  out.gain.linearRampToValueAtTime(0.55, ctx.currentTime + 3);
  filter.type = "lowpass";
  filter.frequency.value = 520;
  const waves = [wobble(ctx, filter.frequency, 0.07, 240), wobble(ctx, out.gain, 0.11, 0.12)];
  wind.connect(filter).connect(out).connect(ctx.destination);
  wind.start();
  const cricket = ctx.createOscillator(), chirp = ctx.createGain(), rest = ctx.createGain();
  cricket.frequency.value = 4300;
  chirp.gain.value = 0.006;
  rest.gain.value = 0.5;
  waves.push(wobble(ctx, chirp.gain, 17, 0.006), wobble(ctx, rest.gain, 0.63, 0.5));
  cricket.connect(chirp).connect(rest).connect(out);
  cricket.start();
  night = { out, sources: [wind, cricket, ...waves] };
}

function stopNight() {
  if (!night) return;
  const { out, sources } = night, end = audio.currentTime + 1.5;
  night = null;
  out.gain.cancelScheduledValues(audio.currentTime);
  out.gain.setTargetAtTime(0, audio.currentTime, 0.4);
  for (const source of sources) source.stop(end);
}

function strike(pitch, long, loud, when = 0) {
  const ctx = context(), at = ctx.currentTime + when;
  for (const [ratio, part] of [[0.5, 0.5], [1, 1], [1.19, 0.4], [1.5, 0.3], [2, 0.5], [2.74, 0.2], [3.76, 0.1]]) { // a bell's partials
    const tone = ctx.createOscillator(), level = ctx.createGain();
    tone.frequency.value = pitch * ratio;
    level.gain.setValueAtTime(loud * part, at);
    level.gain.exponentialRampToValueAtTime(0.0001, at + long / Math.sqrt(ratio));
    tone.connect(level).connect(ctx.destination);
    tone.start(at);
    tone.stop(at + long * 1.5);
  }
}

export function chime() {
  if (mayPlay()) for (const when of [0, 0.7, 1.4]) strike(520, 1.6, 0.16, when);
}

export function tick() {
  if (mayPlay()) strike(1400, 0.08, 0.12);
}

/** Browsers keep a page silent until somebody has touched it, and some cannot make sounds at all. */
const mayPlay = () => isOn("sound") && typeof AudioContext === "function" && (navigator.userActivation?.hasBeenActive ?? true);

function follow() {
  const now = document.body.dataset.phase ?? "";
  if (mayPlay() && audio) context(); // what was interrupted goes on with the next tap
  if (mayPlay() && "sounds" in document.body.dataset) {
    if (now === "night") startNight();
    else stopNight();
    if (phase === "night" && now !== "night") strike(260, 4, 0.2);
  } else stopNight();
  phase = now;
}

onSwitch("sound", follow);
onView(follow);
document.addEventListener("click", follow, { passive: true });
