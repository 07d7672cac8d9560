import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Failure } from '../failure.ts';
import { targetsIn } from '../hosted.ts';
import type { Presenter } from '../present.ts';
import { environmentProblem } from './environment.ts';
import { parametersOf, planParameters, planTargets, defaultNames, type PlannedFile } from './plan.ts';
import { isTracked } from './tracked.ts';

interface SetUpOptions {
  /** Path of the repository. */
  root: string;
  project: string;
  environment: Record<string, string | undefined>;
  presenter: Presenter;
}

/** Writes .firebaserc and functions/.env.PROJECT. Existing values are kept; differences are reported. */
export function setUp({ root, project, environment, presenter }: SetUpOptions): Failure | null {
  const parameters = `functions/.env.${project}`;
  if (isTracked(root, parameters)) {
    return {
      what: `git tracks ${parameters}, which will contain the code of the first administrator`,
      next: `Untrack it and add it to .gitignore: git rm --cached ${parameters}`,
    };
  }
  const read = (file: string): string => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '');
  const applyPlan = (file: string, { text, added, differing }: PlannedFile): void => {
    // The file contains the setup code, which other users of this machine must not read.
    if (text !== null) replace(join(root, file), { text, mode: file === parameters ? 0o600 : 0o644 });
    const what = added.length === 0 ? 'is complete' : `now has ${added.join(', ')}`;
    presenter.show({ event: 'wrote', file, added }, `${file} ${what}`);
    for (const { name, has, wanted } of differing) {
      const message = `${file} keeps ${name}: ${has}, which differs from ${wanted}. To change it, edit the file`;
      presenter.warn({ event: 'kept', file, name, has, wanted, message }, message);
    }
  };

  const wrong = environmentProblem(environment);
  if (wrong) return wrong;
  const before = read('.firebaserc') || '{}';
  // Throws if the file is damaged.
  targetsIn(before, project);
  const targets = planTargets(before, project);
  applyPlan('.firebaserc', targets);
  const { sites, buckets } = targetsIn(targets.text ?? before, project);
  const wanted = parametersOf({ adminSite: sites.admin ?? defaultNames(project).hosting.admin, buckets, environment });
  applyPlan(parameters, planParameters({ text: read(parameters), common: read('functions/.env') }, wanted));
  return null;
}

function replace(file: string, { text, mode }: { text: string; mode: number }): void {
  // Remove the file of an interrupted attempt: writing to it would keep its mode.
  rmSync(`${file}.new`, { force: true });
  writeFileSync(`${file}.new`, text, { mode });
  renameSync(`${file}.new`, file);
}
