// What a device says aloud with the browser's own voices. One sentence at a time; nothing waits for its end.
const voice = window.speechSynthesis;

export function speak(text, language) {
  if (!voice || !text) return;
  voice.cancel();
  for (const sentence of text.match(/[^.!?…]+[.!?…]*/g) ?? [text]) {
    const words = new SpeechSynthesisUtterance(sentence.trim());
    words.lang = language;
    words.rate = 0.95;
    voice.speak(words);
  }
}

export const hush = () => voice?.cancel();

// `<button data-try-voice="…">`: whether everybody hears it, before it matters.
document.addEventListener("click", (event) => {
  const tried = event.target.closest?.("[data-try-voice]");
  if (tried) speak(tried.dataset.tryVoice, document.documentElement.lang);
});
