import { defaults, type Flags } from './flags.ts';
import type { Presenter } from './present.ts';

/** Says that the site does not follow its content, where it does not, and what to type on the same project. */
export function presentPin(
  { project, data, state }: Pick<Flags, 'project' | 'data' | 'state'>,
  pinned: string | null,
  presenter: Presenter,
): void {
  if (pinned === null) return;
  const words = [
    'npx frontage unpin',
    ...(project === defaults.project ? [] : [`--project ${project}`]),
    ...(state === undefined ? [] : [`--state ${state}`]),
    ...(data === defaults.data ? [] : [`--data ${data}`]),
  ];
  const text = `The site is pinned to release ${pinned}: changes are not shown until ${words.join(' ')}`;
  presenter.warn({ event: 'pinned', release: pinned }, text);
}
