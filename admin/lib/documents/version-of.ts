import type { Data } from '@frontage/model/writes/write';
import { z } from 'zod';
import { toPlain } from './plain.ts';

const version = z.object({
  rev: z.number().catch(0),
  updated_by: z.string().catch(''),
  /** ISO time. */
  updated_at: z.string().catch(''),
});

/** The version and author of a document or setting; missing values are 0 or empty. */
export const versionOf = (data: Data): z.output<typeof version> => version.parse(toPlain(data));
