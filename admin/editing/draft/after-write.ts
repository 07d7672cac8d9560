import { planDraft, type DraftIntent, type Entered } from '@frontage/model/writes/plan-draft';
import { serverTime, type Data } from '@frontage/model/writes/write';
import type { KeptDraft } from '../../lib/documents/draft.ts';

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
