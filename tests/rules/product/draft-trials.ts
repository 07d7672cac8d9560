import { collections } from '@frontage/model/paths';
import type { Operation, Subject } from '@frontage/model/permissions';
import { now, storedTime, type Fields, type World, type Write } from './attempt.ts';
import { demoFields, pageFields, storedDemo, storedPage } from './documents.ts';
import { reads, stranger, word, yesNo, type Trial } from './trial.ts';

/** A draft as it is stored, and the batches that make, change and end it. */
export const draftPath = 'drafts/pages_p1';
export const demoDraftPath = 'drafts/demo_pages_d1';
export const draftEmbedPath = 'draft_embeds/d1';
export const draftEmbed: Fields = { iframe_url: '<p>unfinished' };

const held: Fields = { review: null, note: null, name: 'Ada' };
export const draftFields: Fields = { ...held, collection: 'pages', id: 'p1', data: pageFields, base_rev: 3 };
export const demoDraftFields: Fields = { ...held, collection: 'demo_pages', id: 'd1', data: demoFields, base_rev: 3 };
const settingDraftFields: Fields = {
  ...held,
  collection: 'site_settings',
  id: 'ga4_id',
  data: { ga4_id: 'G-1' },
  base_rev: 0,
};

const at = (fields: Fields): string => `drafts/${String(fields['collection'])}_${String(fields['id'])}`;

export const storedDraft = (fields: Fields, by = stranger): World => ({
  [at(fields)]: { ...fields, rev: 2, created_at: storedTime, created_by: by, updated_at: storedTime, updated_by: by },
});
export const createDraft = (uid: string, fields: Fields): Write[] => [
  { set: at(fields), data: { ...fields, rev: 1, created_at: now, created_by: uid, updated_at: now, updated_by: uid } },
];
export const updateDraft = (uid: string, fields: Fields, change: Fields = {}): Write[] => [
  { update: at(fields), data: { rev: 3, updated_at: now, updated_by: uid, name: 'Ada', ...change } },
];

const trial = (operation: Operation, subject: Subject, rest: Pick<Trial, 'situation' | 'world' | 'try'>): Trial => ({
  operation,
  subject,
  ...rest,
});

interface Kept {
  situation: string;
  subject: Subject;
  fields: Fields;
  world: World;
}

function kept(uid: string, { situation, subject, fields, world }: Kept): Trial[] {
  const stored = { ...world, ...storedDraft(fields) };
  return [
    ...reads(at(fields), subject, stored).map((each) => ({ ...each, situation })),
    trial('create', subject, { situation, world, try: { batch: createDraft(uid, fields) } }),
    trial('update', subject, { situation, world: stored, try: { batch: updateDraft(uid, fields) } }),
    trial('delete', subject, { situation, world: stored, try: { batch: [{ delete: at(fields) }] } }),
  ];
}

const ofContent = (uid: string): Trial[] =>
  [uid, stranger].flatMap((owner) =>
    yesNo.flatMap((published): Trial[] => {
      const situation = `of ${word(owner === uid, 'own', "other's")} ${word(published, 'published', 'draft')}`;
      const subject = { what: collections.drafts, owner };
      return [
        ...kept(uid, { situation, subject, fields: draftFields, world: storedPage({ owner, published }) }),
        ...kept(uid, {
          situation: `${situation} demo`,
          subject,
          fields: demoDraftFields,
          world: storedDemo({ owner, published }),
        }),
      ];
    }),
  );

const ofSettings = (uid: string): Trial[] =>
  kept(uid, {
    situation: 'of a setting',
    subject: { what: collections.drafts, isSetting: true },
    fields: settingDraftFields,
    world: {},
  });

/** The code of a draft is as open as the demo and the draft both are. */
const embeds = (uid: string): Trial[] =>
  [uid, stranger].flatMap((owner) =>
    yesNo.flatMap((isLocked) =>
      yesNo.flatMap((willBeLocked): Trial[] => {
        const fields = { ...demoDraftFields, data: { ...demoFields, is_password_protected: willBeLocked } };
        const world = {
          ...storedDemo({ owner, protected: isLocked }),
          ...storedDraft(fields),
          [draftEmbedPath]: draftEmbed,
        };
        const subject = { what: collections.draftEmbeds, owner, isProtected: isLocked || willBeLocked };
        const situation = `${word(owner === uid, 'own', "other's")} ${word(isLocked, 'protected', 'open')} to ${word(willBeLocked, 'protected', 'open')}`;
        const beside: Subject = { what: collections.drafts, owner };
        const write: Write = { set: draftEmbedPath, data: { iframe_url: 'x' } };
        return [
          ...reads(draftEmbedPath, subject, world).map((each) => ({ ...each, situation })),
          trial('update', beside, {
            situation: `${situation} with its code`,
            world,
            try: { batch: [...updateDraft(uid, fields), write] },
          }),
          trial('delete', beside, {
            situation: `${situation} with its code`,
            world,
            try: { batch: [{ delete: demoDraftPath }, { delete: draftEmbedPath }] },
          }),
        ];
      }),
    ),
  );

/** Working copies as one person meets them. */
export const draftTrials = (uid: string): Trial[] => [...ofContent(uid), ...ofSettings(uid), ...embeds(uid)];
