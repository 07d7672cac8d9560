import { functionsRegion, root } from '../configuration.ts';
import { isFailure, type Failure } from '../failure.ts';
import { isEmbedded } from '../local-project.ts';
import type { Presenter } from '../present.ts';
import type { CommandHandler } from '../command-handler.ts';
import { setUp } from '../setup/set-up.ts';
import { locationNear, steps } from '../setup/steps.ts';

/** Writes a hosted project's settings into this repository and prints the remaining commands. */
export const run: CommandHandler = ({ project }, presenter) => Promise.resolve(prepare(project, presenter));

function prepare(project: string, presenter: Presenter): number | Failure {
  if (isEmbedded(project)) {
    return {
      what: `${project} is a local project, which needs no setup`,
      next: 'Name a hosted one: npx frontage setup --project ID',
    };
  }
  const failure = setUp({ root, project, environment: process.env, presenter });
  if (isFailure(failure)) return failure;
  presentSteps(project, presenter);
  return 0;
}

function presentSteps(project: string, presenter: Presenter): void {
  const region = functionsRegion(project);
  const settings = `export PROJECT=${project} REGION=${region} LOCATION=${locationNear(region)}`;
  presenter.show(
    { event: 'settings', command: settings },
    `\nRemaining steps, in order (docs/deploy.md):\n\n${settings}`,
  );
  for (const [index, { what, commands }] of steps.entries()) {
    const step = index + 1;
    presenter.show({ event: 'step', step, what, commands }, [`\n# ${step}. ${what}`, ...commands].join('\n'));
  }
}
