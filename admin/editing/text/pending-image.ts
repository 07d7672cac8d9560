/** An image being uploaded into a text. */
export interface PendingImage {
  id: number;
  /** Its state in words. */
  text: string;
  /** From 0 to 1. */
  progress: number;
  /** `known`: the library has the same bytes, and the user chooses. */
  state: 'running' | 'failed' | 'known';
  buttons: readonly { label: string; action: PendingAction }[];
}

/** The actions of buttons: upload again, take the known image, or cancel or dismiss the upload. */
type PendingAction = 'retry' | 'use' | 'remove';

/** Receives the chosen action, and `remove` when the insertion of an upload is undone. */
export interface PendingImageEvents {
  onAction(id: number, action: PendingAction): void;
}

/** Shows the state of an upload in the element of its placeholder. */
export function drawPendingImage(element: HTMLElement, image: PendingImage, events: PendingImageEvents): void {
  const { id, progress, state, buttons } = image;
  const text = document.createElement('span');
  text.setAttribute('role', state === 'failed' ? 'alert' : 'status');
  text.textContent = image.text;
  element.toggleAttribute('data-failed', state === 'failed');
  element.style.setProperty('--part', `${Math.round(progress * 100)}%`);
  const labels = buttons.map(({ label }) => label).join();
  // Buttons are reused: replacing them with every progress event would make them impossible to press.
  if (element.dataset['buttons'] === labels) {
    element.firstElementChild?.replaceWith(text);
    return;
  }
  element.dataset['buttons'] = labels;
  const made = buttons.map(({ label, action }) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = label;
    button.addEventListener('click', () => events.onAction(id, action));
    return button;
  });
  element.replaceChildren(text, ...made);
}
