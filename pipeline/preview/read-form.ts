import { demoFields } from '@frontage/model/demo';
import { embedCode } from '@frontage/model/demo-form';
import type { Savable } from '@frontage/model/kinds';
import { newDemo } from '@frontage/model/demo';
import { newPage, pageForm } from '@frontage/model/page';
import type { PreviewProblem } from '@frontage/model/preview';
import { newSection, sectionForm, sectionKeys } from '@frontage/model/section';
import { defaultSettings, settingSchemas, type SettingKey } from '@frontage/model/settings';
import type { Data } from '@frontage/model/writes/write';
import { z } from 'zod';

/** The valid values of a form, and its invalid fields. */
export interface ReadForm {
  /** Every field of the document, or of the setting. */
  fields: Data;
  problems: PreviewProblem[];
}

interface Entered {
  what: Savable;
  id: string;
  /** The form's values. */
  data: Data;
  /** The live values of these fields; null if there are none. */
  live: Data | null;
}

/**
 * Reads a form. An invalid field takes its live value or, if that is missing or invalid, its default. Null if the
 * document has no form.
 */
export function readForm({ what, id, data, live }: Entered): ReadForm | null {
  const form = formOf(what, id);
  if (form === null) return null;
  const current: Data = { ...form.start, ...live };
  const known = Object.keys(form.schema.shape);
  const entered = { ...current, ...data };
  const candidate: Record<string, unknown> = Object.fromEntries(known.map((field) => [field, entered[field]]));
  const problems = new Map<string, string>();
  for (const fallback of [current, form.start]) {
    for (const { path, message } of form.schema.safeParse(candidate).error?.issues ?? []) {
      const field = String(path[0] ?? '');
      if (!problems.has(field)) problems.set(field, message);
      candidate[field] = fallback[field];
    }
  }
  const read = form.schema.safeParse(candidate);
  return read.success ? { fields: read.data, problems: problemsIn(problems) } : null;
}

const problemsIn = (problems: ReadonlyMap<string, string>): PreviewProblem[] =>
  [...problems].map(([field, message]) => ({ field, message }));

/** A demo's entered embed code; null with its error if it cannot be shown. */
export function readEmbed(entered: unknown): { code: string | null; problem: PreviewProblem | null } {
  const read = embedCode.safeParse(entered);
  if (read.success) return { code: read.data, problem: null };
  return { code: null, problem: { field: 'iframe_url', message: read.error.issues[0]?.message ?? '' } };
}

interface Form {
  schema: z.ZodObject;
  /** The default of a field without any valid value. */
  start: Data;
}

const [firstKey] = Object.keys(sectionKeys);
// A new document gets an address before its slug is entered.
const untitled = 'untitled';

const forms: Record<Exclude<Savable, 'setting'>, Form> = {
  page: { schema: pageForm, start: { ...newPage, title: 'Untitled', slug: untitled } },
  section: { schema: sectionForm, start: { ...newSection, section_key: firstKey, title: 'Untitled' } },
  demo: { schema: z.object(demoFields), start: { ...newDemo, heading: 'Untitled', slug: untitled } },
};

function formOf(what: Savable, id: string): Form | null {
  if (what !== 'setting') return forms[what];
  if (!Object.hasOwn(settingSchemas, id)) return null;
  const key = id as SettingKey;
  if (key === 'ga4_id') return { schema: z.object({ ga4_id: settingSchemas.ga4_id }), start: { ga4_id: null } };
  return { schema: settingSchemas[key], start: defaultSettings[key] };
}
