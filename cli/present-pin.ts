import { defaults, type Flags } from './flags.ts';
import type { Presenter } from './present.ts';

/** If the site is pinned, warns and names the command that unpins it, with the current options. */
export function presentPin(
  { project, data, state }: Pick<Flags, 'project' | 'data' | 'state'>,
  pinned: string | null,
  presenter: Presenter,
): void {
  if (pinned === null) return;
  const command = [
    'npx frontage unpin',
    ...(project === defaults.project ? [] : [`--project ${project}`]),
    ...(state === undefined ? [] : [`--state ${state}`]),
    ...(data === defaults.data ? [] : [`--data ${data}`]),
  ];
  const text = `The site is pinned to release ${pinned}: changes are not shown until ${command.join(' ')}`;
  presenter.warn({ event: 'pinned', release: pinned }, text);
}
