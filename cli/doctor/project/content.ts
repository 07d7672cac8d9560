import { contentVersion, contentVersionPath, migrationState, versionIn } from '@frontage/model/migrations';
import { z } from 'zod';
import { advice, missing, ok, type Finding } from '../finding.ts';
import { firstAdministrator, documentIn } from './documents.ts';
import type { Check } from './examined.ts';

const versionDocument = z.object({
  fields: z.object({ version: z.object({ integerValue: z.string() }).optional() }).optional(),
});

/** Checks whether stored documents have the shapes of this version. A project without content needs no migration. */
export const content: Check = {
  name: 'content',
  examine: async ({ project, google }) => {
    const record = await google.get(documentIn(project, contentVersionPath), versionDocument);
    if (!record && !(await google.get(firstAdministrator(project), z.looseObject({})))) return [];
    const stored = versionIn({ version: Number(record?.fields?.version?.integerValue ?? 0) });
    return [finding(stored, project)];
  },
};

function finding(stored: number, project: string): Finding {
  const what = `Stored documents have version ${stored}, this repository writes version ${contentVersion}`;
  switch (migrationState(stored)) {
    case 'current':
      return ok('content', `Stored documents have version ${stored}, as written by this repository`);
    case 'due':
      return advice('content', {
        what,
        why: 'The next version will not read them. Make a backup, then migrate',
        next: `npx frontage migrate --dry-run --project ${project}`,
      });
    case 'newer':
      return missing('content', {
        what,
        why: 'A deployment from here could not read them',
        next: 'git pull && npm ci',
      });
  }
}
