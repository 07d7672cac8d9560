import { serveCode } from './embed-messages.ts';

/**
 * `<demo-frame>` around an iframe and a loading text: sends the frame its code where it needs some, and hides the text
 * once it is there. An element, so that a static page and the gate's island share it without sharing a file: another
 * file would be one more round trip before the first paint.
 */
class DemoFrame extends HTMLElement {
  #stop: (() => void) | null = null;

  connectedCallback(): void {
    const frame = this.querySelector('iframe');
    if (!frame) return;
    frame.addEventListener('load', () => this.classList.add('is-loaded'), { once: true });
    const { code, shell } = frame.dataset;
    if (code === undefined || shell === undefined) return;
    this.#stop = serveCode(frame, shell, decodeURIComponent(code));
    // Only now: the shell's first word must find a listener. And after the next frame: the page is painted before its demo.
    requestAnimationFrame(() => setTimeout(() => (frame.src = `${shell}/`)));
  }

  disconnectedCallback(): void {
    this.#stop?.();
  }
}

customElements.define('demo-frame', DemoFrame);
