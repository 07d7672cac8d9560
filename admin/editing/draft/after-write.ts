import type { Draft } from '@frontage/model/draft';
import { collectionOf } from '@frontage/model/kinds';
import type { DraftIntent, Entered } from '@frontage/model/writes/plan-draft';
import type { KeptDraft } from '../../lib/documents/draft.ts';

interface Written extends DraftIntent {
  rev: number;
  version: string;
  entered: Entered;
}

/** The draft as this browser's own write left it; its moments are of this browser's clock. */
export function afterWrite(before: KeptDraft | null, written: Written): KeptDraft {
  const { kind, id, rev, version, uid, name, entered, review } = written;
  const { data, base_rev, embed } = entered;
  const at = new Date().toISOString();
  const asked = review?.type === 'submit' ? { rev, by: uid, name } : null;
  const draft: Draft = {
    collection: collectionOf(kind),
    id,
    created_at: at,
    created_by: uid,
    review: null,
    note: null,
    ...before?.draft,
    data: { ...data },
    base_rev,
    rev,
    name,
    updated_at: at,
    updated_by: uid,
    ...(review && { review: asked, note: review.type === 'return' ? review.note : null }),
  };
  const hasEmbed = embed !== undefined || before?.hasEmbed === true;
  return { draft, version, embed: embed ?? before?.embed ?? null, hasEmbed };
}
