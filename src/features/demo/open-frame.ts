import { serveCode } from './embed-messages.ts';

/** Brings the frame of an open demo to life: its code is sent where it needs one, and the loading text goes. */
export function openFrame(viewer: HTMLElement): void {
  const frame = viewer.querySelector('iframe');
  if (!frame) return;
  frame.addEventListener('load', () => viewer.classList.add('is-loaded'), { once: true });
  const { code, shell } = frame.dataset;
  if (code === undefined || shell === undefined) return;
  serveCode(frame, shell, decodeURIComponent(code));
  // Only now: the shell's first word must find a listener. And after the next frame: the page is painted before its demo.
  requestAnimationFrame(() => setTimeout(() => (frame.src = `${shell}/`)));
}
