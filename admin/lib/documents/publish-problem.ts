import { type Kind, kinds } from '@frontage/model/kinds';
import { collections } from '@frontage/model/paths';
import { blockingRule } from '@frontage/model/publish-check';
import { scheduleFailures } from '@frontage/model/schedule';
import { storedBlockingRules } from '@frontage/model/settings';
import type { Data } from '@frontage/model/writes/write';
import { type DocumentStore, valueOf } from './document-store.ts';
import { readDraft } from './draft.ts';

interface Publication {
  kind: Kind;
  id: string;
  /** The fields to write beside `is_published`. */
  fields?: Data;
  /** Whether the draft of the document is published. */
  ofDraft?: boolean;
}

/** Throws an error with the reason if the SEO settings prevent a publication by a rule that depends on the document alone. */
export async function assertPublishable(store: DocumentStore, publication: Publication): Promise<void> {
  const { kind, id, fields, ofDraft = false } = publication;
  const rules = storedBlockingRules(valueOf(await store.read(`${collections.settings}/seo`)));
  if (rules.length === 0) return;
  const before = valueOf(await store.read(`${kinds[kind].collection}/${id}`));
  const draft = ofDraft ? valueOf(await readDraft(store, { kind, id })) : null;
  const rule = await blockingRule({
    ...{ kind, before, rules },
    after: { ...before, ...draft?.draft.data, is_published: true, ...fields },
    readMedia: (ids) => Promise.all(ids.map(async (one) => valueOf(await store.read(`${collections.media}/${one}`)))),
  });
  if (rule !== null) throw new Error(scheduleFailures[rule]);
}
