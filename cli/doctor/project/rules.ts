import { z } from 'zod';
import { missing, ok, type Finding } from '../finding.ts';
import type { Check, Examined } from './examined.ts';

const release = z.object({ name: z.string(), rulesetName: z.string() });
const ruleset = z.object({ source: z.object({ files: z.array(z.object({ content: z.string() })) }) });

/**
 * Checks whether the deployed rules of Firestore and of each bucket are those of the repository.
 * @see https://firebase.google.com/docs/reference/rules/rest/v1/projects.releases
 * @see https://firebase.google.com/docs/reference/rules/rest/v1/projects.rulesets
 */
export const rules: Check = {
  name: 'rules',
  examine: async (examined) => {
    const { project, google } = examined;
    const releases = await google.list(
      `firebaserules.googleapis.com/v1/projects/${project}/releases`,
      'releases',
      release,
    );
    const deployed = new Map(releases?.map(({ name, rulesetName }) => [name.split('/releases/')[1], rulesetName]));
    const findings: Finding[] = [];
    for (const wanted of wantedOf(examined)) {
      const name = deployed.get(wanted.release);
      const text = name && (await google.get(`firebaserules.googleapis.com/v1/${name}`, ruleset));
      findings.push(compare(wanted, text ? text.source.files.map(({ content }) => content) : null));
    }
    return findings;
  },
};

interface Wanted {
  check: string;
  release: string;
  text: string;
  what: string;
  next: string;
}

function wantedOf({ project, rules: texts, buckets }: Examined): Wanted[] {
  const deploy = (only: string): string => `npx firebase deploy --only ${only} --project ${project}`;
  return [
    {
      check: 'rules.firestore',
      release: 'cloud.firestore',
      text: texts['firestore.rules'],
      what: 'Firestore',
      next: deploy('firestore:rules'),
    },
    ...Object.entries(buckets).flatMap(([target, bucket]) =>
      bucket === undefined
        ? []
        : {
            check: `rules.${target}`,
            release: `firebase.storage/${bucket}`,
            text: texts['storage.rules'],
            what: `gs://${bucket}`,
            next: deploy(`storage:${target}`),
          },
    ),
  ];
}

function compare({ check, text, what, next }: Wanted, files: string[] | null): Finding {
  if (files === null) {
    const why = 'Without rules all access is denied or, in test mode, allowed to everyone';
    return missing(check, { what: `No rules are in force for ${what}`, why, next });
  }
  if (files.length === 1 && files[0] === text) return ok(check, `The rules of ${what} are those of this repository`);
  const why = 'The admin needs the rules of this repository: others deny it access or allow too much';
  return missing(check, { what: `The rules in force for ${what} are not those of this repository`, why, next });
}
