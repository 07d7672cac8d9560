import { serveCode } from './embed-messages.ts';

/**
 * `<demo-frame>` around an iframe and a loading text: sends the frame its code if needed, and hides the text when the
 * frame has loaded. A custom element, so that a static page and the gate's island share it without another file, which
 * would cost a round trip before the first paint.
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
    // Set after the listener exists, because the shell reports ready immediately, and after the next frame, so that the
    // page is painted before its demo.
    requestAnimationFrame(() => setTimeout(() => (frame.src = `${shell}/`)));
  }

  disconnectedCallback(): void {
    this.#stop?.();
  }
}

customElements.define('demo-frame', DemoFrame);
