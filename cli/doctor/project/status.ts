import { z } from 'zod';
import { advice, missing, type Finding } from '../finding.ts';
import type { Examined } from './examined.ts';
import { parseJson } from '../../parse-json.ts';

const told = z.object({
  pinned: z.string().nullable(),
  failure: z.string().nullable(),
  next: z.string().nullable(),
  problems: z.array(z.object({ document: z.string() })),
});

const mostNamed = 5;

/** What the pipeline says of itself that somebody must know; nothing where it tells something else. */
export function examineStatus({ project, region }: Pick<Examined, 'project' | 'region'>, text: string): Finding[] {
  const status = told.safeParse(parseJson(text)).data;
  if (!status) return [];
  const documents = [...new Set(status.problems.map(({ document }) => document))];
  const more = documents.length > mostNamed ? ` and ${documents.length - mostNamed} more` : '';
  return [
    ...(status.failure === null
      ? []
      : [
          missing('pipeline.failure', {
            what: `The pipeline says: ${status.failure}`,
            why: 'Edits wait, visitors keep what they have, and it is tried again by itself',
            next:
              status.next ??
              `gcloud run services logs read frontage --project ${project} --region ${region} --limit 50`,
          }),
        ]),
    ...(status.pinned === null
      ? []
      : [
          advice('pipeline.pinned', {
            what: `The site is pinned to release ${status.pinned}`,
            why: 'Somebody went back to it: edits are read and not shown',
            next: `npx frontage unpin --project ${project}`,
          }),
        ]),
    ...(documents.length === 0
      ? []
      : [
          advice('pipeline.problems', {
            what: `Left out, whole or in part: ${documents.slice(0, mostNamed).join(', ')}${more}`,
            why: 'The rest is live. /status and the dashboard of the back office say of each field what is wrong',
            next: 'Mend them in the back office',
          }),
        ]),
  ];
}
