import { type Data, serverTime } from '@frontage/model/changes/write';
import { draftData, valuesIn } from '@frontage/model/draft';
import type { Savable } from '@frontage/model/kinds/kinds';
import { type DraftIntent, type Entered, planDraft } from '@frontage/model/changes/document-writes';
import type { z } from 'zod';
import type { Values } from './compare-fields.ts';
import type { KeptDraft } from '../../lib/documents/draft.ts';

/** The form values of a draft; fields missing in the draft have their values in `live`. */
export function valuesOfDraft<Input extends Values>({ draft, embed }: KeptDraft, live: Input): Input {
  const values = valuesIn(draft, live);
  return embed === null ? values : { ...values, iframe_url: embed };
}

interface Typed {
  values: Values;
  live: Values;
  /** The document revision that the values are based on; 0 before the first save. */
  baseRev: number;
  kept: KeptDraft | null;
}

/** The form values to store in a draft. A demo's embed code is included only if it differs from the stored one. */
export function enteredOf(kind: Savable, { values, live, baseRev, kept }: Typed): Entered {
  const code = values['iframe_url'];
  const known = kept?.embed ?? live['iframe_url'];
  return {
    data: draftData(kind, values),
    base_rev: baseRev,
    ...(kind === 'demo' && typeof code === 'string' && code !== known && { embed: code }),
  };
}

/**
 * The stored draft after a successful write of `intent`, without reading it. Its times are from this browser's clock.
 */
export function afterWrite(
  before: KeptDraft | null,
  intent: DraftIntent & { entered: Entered },
  version: string,
): KeptDraft {
  const [written] = planDraft(intent).writes;
  const data: Data = written && written.type !== 'delete' ? written.data : {};
  const at = new Date().toISOString();
  const stamped = Object.entries(data).map(([field, value]) => [field, value === serverTime ? at : value]);
  const draft = { ...before?.draft, ...Object.fromEntries(stamped) } as KeptDraft['draft'];
  const { embed } = intent.entered;
  const hasEmbed = embed !== undefined || before?.hasEmbed === true;
  return { draft, version, embed: embed ?? before?.embed ?? null, hasEmbed };
}

/** A validation error of a field. */
export interface ValidationIssue {
  field: string;
  message: string;
}

/** The first validation error of each field; of a list of groups, with the row. */
export function validationErrors(schema: z.ZodType, values: unknown): readonly ValidationIssue[] {
  const errors = new Map<string, ValidationIssue>();
  for (const { path, message } of schema.safeParse(values).error?.issues ?? []) {
    const field = String(path[0] ?? '');
    const [, row, inner] = path;
    const place = inner === undefined ? '' : `row ${Number(row) + 1}: `;
    if (!errors.has(field)) errors.set(field, { field, message: place + message });
  }
  return [...errors.values()];
}
