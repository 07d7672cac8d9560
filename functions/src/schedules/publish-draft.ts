import { createHash } from 'node:crypto';
import { draftDocument, draftOf, draftText } from '@frontage/model/draft';
import type { Savable } from '@frontage/model/kinds';
import { settingSchemas } from '@frontage/model/settings';
import { draftEmbedPath, draftPath, embedIn, embedPath } from '@frontage/model/writes/document-paths';
import { planPublish } from '@frontage/model/writes/plan-publish';
import type { Data } from '@frontage/model/writes/write';
import { isSlugTaken } from '../content/slug-taken.ts';
import { timestampsToIso } from './timestamps-to-iso.ts';
import type { Plan } from './step.ts';

/** Publishes the draft of a document, if it has exactly the approved revision and text. */
export const publishDraft: Plan = async ({ schedule, document, firestore, transaction }) => {
  const { id, by: uid } = schedule;
  const kind = draftOf(schedule);
  if (kind === null) return 'draftMoved';
  const paths = [draftPath(kind, id), draftEmbedPath(id), embedPath(id)];
  const [stored, draftEmbed, embed] = await transaction.getAll(...paths.map((path) => firestore.doc(path)));
  const draft = draftDocument.safeParse(timestampsToIso(stored?.data())).data;
  if (schedule.draft_digest === null) return 'versionUnknown';
  const code = kind === 'demo' ? (embedIn(draftEmbed?.data() ?? null) ?? embedIn(embed?.data() ?? null)) : null;
  if (!draft || draft.rev !== schedule.draft_rev || digestOf(draftText(draft, code)) !== schedule.draft_digest)
    return 'draftMoved';
  const live = document.data() ?? null;
  const plan = planPublish({
    kind,
    id,
    document: hasRev(live) ? live : null,
    draft,
    embed: code,
    read: { version: null, hasEmbed: kind === 'demo' && draftEmbed?.exists === true },
    uid,
  });
  if (!plan.ok) return plan.reason === 'moved' ? 'liveMoved' : 'invalid';
  if (demandsSecondFactor(kind, id, plan.fields) && !schedule.second_factor) return 'notAllowed';
  const isTaken = await isSlugTaken({ firestore, transaction }, kind, { id, slug: plan.fields['slug'] });
  return isTaken ? 'slugTaken' : plan.writes;
};

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Whether fields enable the second-factor requirement. That requires a second factor, so that it can be disabled again.
 */
const demandsSecondFactor = (kind: Savable, id: string, { value }: Data): boolean =>
  kind === 'setting' && id === 'security' && settingSchemas.security.parse(value).require_second_factor;

const hasRev = (data: Data | null): data is Data & { rev: number } => typeof data?.['rev'] === 'number';
