import { z } from 'zod';
import { advice, missing, type Finding } from '../finding.ts';
import type { Examined } from './examined.ts';
import { parseJson } from '../../parse-json.ts';

const pipelineStatus = z.object({
  pinned: z.string().nullable(),
  failure: z.string().nullable(),
  next: z.string().nullable(),
  problems: z.array(z.object({ document: z.string() })),
});

const maxListed = 5;

/** Converts the failure, pin and problems in a `/status` response to findings; none if the format is unknown. */
export function examineStatus({ project, region }: Pick<Examined, 'project' | 'region'>, text: string): Finding[] {
  const status = pipelineStatus.safeParse(parseJson(text)).data;
  if (!status) return [];
  const documents = [...new Set(status.problems.map(({ document }) => document))];
  const more = documents.length > maxListed ? ` and ${documents.length - maxListed} more` : '';
  return [
    ...(status.failure === null
      ? []
      : [
          missing('pipeline.failure', {
            what: `The pipeline reports: ${status.failure}`,
            why: 'Edits wait, visitors keep the last release, and the pipeline retries automatically',
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
            why: 'The site was rolled back; edits are not shown',
            next: `npx frontage unpin --project ${project}`,
          }),
        ]),
    ...(documents.length === 0
      ? []
      : [
          advice('pipeline.problems', {
            what: `Skipped completely or in part: ${documents.slice(0, maxListed).join(', ')}${more}`,
            why: 'The rest is live. /status and the admin’s dashboard list the errors by field',
            next: 'Fix them in the admin',
          }),
        ]),
  ];
}
