import { contentVersion, contentVersionPath, migrationState, versionIn } from '@frontage/model/migrations';
import { z } from 'zod';
import { advice, missing, ok, type Finding } from '../finding.ts';
import { firstAdministrator, documentIn } from './documents.ts';
import type { Check } from './examined.ts';

const versionDocument = z.object({
  fields: z.object({ version: z.object({ integerValue: z.string() }).optional() }).optional(),
});

/** Whether stored documents have the shapes that this version writes. Where nobody has begun, there is nothing to bring there. */
export const content: Check = {
  name: 'content',
  examine: async ({ project, google }) => {
    const noted = await google.get(documentIn(project, contentVersionPath), versionDocument);
    if (!noted && !(await google.get(firstAdministrator(project), z.looseObject({})))) return [];
    const stored = versionIn({ version: Number(noted?.fields?.version?.integerValue ?? 0) });
    return [finding(stored, project)];
  },
};

function finding(stored: number, project: string): Finding {
  const what = `Stored documents are of version ${stored}, this repository writes version ${contentVersion}`;
  switch (migrationState(stored)) {
    case 'current':
      return ok('content', `Stored documents are of version ${stored}, as this repository writes them`);
    case 'due':
      return advice('content', {
        what,
        why: 'The version after this one reads them no more. Make a backup, then bring them to the new shapes',
        next: `npx frontage migrate --dry-run --project ${project}`,
      });
    case 'newer':
      return missing('content', {
        what,
        why: 'What is deployed from here would not understand them',
        next: 'git pull && npm ci',
      });
  }
}
