import { draftDocument, draftOf } from '@frontage/model/draft';
import type { Savable } from '@frontage/model/kinds';
import { settingSchemas } from '@frontage/model/settings';
import { draftEmbedPath, draftPath, embedIn, embedPath } from '@frontage/model/writes/document-paths';
import { planPublish } from '@frontage/model/writes/plan-publish';
import type { Data } from '@frontage/model/writes/write';
import { isSlugTaken } from '../content/slug-taken.ts';
import { plainMoments } from './plain-moments.ts';
import type { Plan } from './step.ts';

/** Publishes the draft of a document, in the very version that was scheduled. */
export const publishDraft: Plan = async ({ schedule, document, firestore, transaction }) => {
  const { id, by: uid } = schedule;
  const kind = draftOf(schedule);
  if (kind === null) return 'draftMoved';
  const paths = [draftPath(kind, id), draftEmbedPath(id), embedPath(id)];
  const [stored, draftEmbed, embed] = await transaction.getAll(...paths.map((path) => firestore.doc(path)));
  const draft = draftDocument.safeParse(plainMoments(stored?.data())).data;
  if (!draft || draft.rev !== schedule.draft_rev) return 'draftMoved';
  const live = document.data() ?? null;
  const plan = planPublish({
    kind,
    id,
    document: hasRev(live) ? live : null,
    draft,
    embed: embedIn(draftEmbed?.data() ?? null) ?? embedIn(embed?.data() ?? null),
    read: { version: null, hasEmbed: kind === 'demo' && draftEmbed?.exists === true },
    uid,
  });
  if (!plan.ok) return plan.reason === 'moved' ? 'liveMoved' : 'invalid';
  if (demandsSecondFactor(kind, id, plan.fields) && !schedule.second_factor) return 'notAllowed';
  const isTaken = await isSlugTaken({ firestore, transaction }, kind, { id, slug: plan.fields['slug'] });
  return isTaken ? 'slugTaken' : plan.writes;
};

/** Whoever turns that on must have used one, or nobody could turn it off. */
const demandsSecondFactor = (kind: Savable, id: string, { value }: Data): boolean =>
  kind === 'setting' && id === 'security' && settingSchemas.security.parse(value).require_second_factor;

const hasRev = (data: Data | null): data is Data & { rev: number } => typeof data?.['rev'] === 'number';
