import { defaults, type Flags } from './flags.ts';
import type { Presenter } from './present.ts';

/** Reports that the site is pinned, if it is, and the command that unpins the same project. */
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
