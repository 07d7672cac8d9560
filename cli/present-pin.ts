import type { Presenter } from './present.ts';

/** Says that the site does not follow its content, where it does not. */
export function presentPin(pinned: string | null, presenter: Presenter): void {
  if (pinned === null) return;
  const text = `The site is pinned to release ${pinned}: changes are not shown until npx frontage unpin`;
  presenter.warn({ event: 'pinned', release: pinned }, text);
}
