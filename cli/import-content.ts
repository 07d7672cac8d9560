import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Firestore } from 'firebase-admin/firestore';
import { FieldValue } from 'firebase-admin/firestore';
import { demoDocument, demoEmbedDocument } from '@frontage/model/demo';
import { pageForm } from '@frontage/model/page';
import { collections, slugId } from '@frontage/model/paths';
import { sectionForm } from '@frontage/model/section';
import { settingSchemas, type SettingKey } from '@frontage/model/settings';
import { z } from 'zod';

const demoFields = demoDocument.omit({
  rev: true,
  created_at: true,
  created_by: true,
  updated_at: true,
  updated_by: true,
});

/** Files an import reads: each an object of fields by document id. */
const files = [
  { file: 'homepage_sections.json', collection: collections.sections, schema: sectionForm, slugKind: null },
  { file: 'pages.json', collection: collections.pages, schema: pageForm, slugKind: 'page' },
  {
    file: 'demo_pages.json',
    collection: collections.demos,
    schema: z.object({ ...demoFields.shape, ...demoEmbedDocument.shape }),
    slugKind: 'demo',
  },
] as const;

export interface ImportReport {
  written: string[];
  refused: { document: string; problems: string[] }[];
}

/**
 * Loads content from a folder of JSON files into Firestore, each document checked by its schema: `homepage_sections.json`,
 * `pages.json`, `demo_pages.json` (with `iframe_url`) and `site_settings.json`. A bad document is refused by name; the
 * others are written. Existing documents are replaced, their `rev` raised.
 */
export async function importContent(firestore: Firestore, folder: string): Promise<ImportReport> {
  const report: ImportReport = { written: [], refused: [] };
  const by = 'import';
  for (const { file, collection, schema, slugKind } of files) {
    for (const [id, fields] of Object.entries(readObject(join(folder, file)))) {
      const document = `${collection}/${id}`;
      const parsed = schema.safeParse(fields);
      if (!parsed.success) {
        report.refused.push({ document, problems: parsed.error.issues.map(describeIssue) });
        continue;
      }
      const { iframe_url, ...data } = { iframe_url: undefined, ...parsed.data };
      const reference = firestore.doc(document);
      const before = await reference.get();
      const batch = firestore.batch();
      batch.set(reference, {
        ...data,
        rev: (before.get('rev') ?? 0) + 1,
        created_at: before.get('created_at') ?? FieldValue.serverTimestamp(),
        created_by: before.get('created_by') ?? by,
        updated_at: FieldValue.serverTimestamp(),
        updated_by: by,
      });
      if (slugKind && 'slug' in data) {
        const previous: unknown = before.get('slug');
        if (typeof previous === 'string' && previous !== data.slug) {
          batch.delete(firestore.doc(`${collections.slugs}/${slugId(slugKind, previous)}`));
        }
        batch.set(firestore.doc(`${collections.slugs}/${slugId(slugKind, data.slug)}`), { id });
      }
      if (iframe_url) batch.set(firestore.doc(`${collections.demoEmbeds}/${id}`), { iframe_url });
      await batch.commit();
      report.written.push(document);
    }
  }
  await importSettings(firestore, { folder, report, by });
  return report;
}

async function importSettings(
  firestore: Firestore,
  { folder, report, by }: { folder: string; report: ImportReport; by: string },
): Promise<void> {
  for (const [key, value] of Object.entries(readObject(join(folder, 'site_settings.json')))) {
    const document = `${collections.settings}/${key}`;
    const parsed = Object.hasOwn(settingSchemas, key) ? settingSchemas[key as SettingKey].safeParse(value) : null;
    if (!parsed?.success) {
      const problems = parsed ? parsed.error.issues.map(describeIssue) : ['is not a setting'];
      report.refused.push({ document, problems });
      continue;
    }
    const reference = firestore.doc(document);
    const before = await reference.get();
    await reference.set({
      value: parsed.data,
      rev: (before.get('rev') ?? 0) + 1,
      updated_at: FieldValue.serverTimestamp(),
      updated_by: by,
    });
    report.written.push(document);
  }
}

const describeIssue = (issue: z.core.$ZodIssue): string => `${issue.path.join('.') || 'document'}: ${issue.message}`;

function readObject(file: string): Record<string, unknown> {
  if (!existsSync(file)) return {};
  return z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(file, 'utf8')));
}
