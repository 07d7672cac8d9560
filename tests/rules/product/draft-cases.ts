import { collections } from '@frontage/model/paths';
import type { Operation, Subject } from '@frontage/model/permissions';
import { now, storedTime, type Fields, type InitialState, type Write } from './attack-case.ts';
import { idOf, kinds } from './content-kinds.ts';
import { demoFields, pageFields, storedDemo } from './documents.ts';
import { reads, stranger, word, yesNo, type PermissionCase } from './permission-case.ts';

/** Stored drafts, and the batches that create, change and delete them. */
export const draftPath = 'drafts/pages_p1';
export const demoDraftPath = 'drafts/demo_pages_d1';
export const draftEmbedPath = 'draft_embeds/d1';
export const draftEmbed: Fields = { iframe_url: '<p>unfinished' };

const held: Fields = { review: null, note: null, noted: null };
/** The name of an actor without a profile: their address, as in `emailOf`. */
export const defaultName = (uid: string): string => `${uid}@example.com`;
export const draftFields: Fields = { ...held, collection: 'pages', id: 'p1', data: pageFields, base_rev: 3 };
export const demoDraftFields: Fields = { ...held, collection: 'demo_pages', id: 'd1', data: demoFields, base_rev: 3 };
/** Drafts of documents that were never created. */
export const newDraftFields: Fields = { ...draftFields, base_rev: 0 };
export const newDemoDraftFields: Fields = { ...demoDraftFields, base_rev: 0 };
const settingDraftFields: Fields = {
  ...held,
  collection: 'site_settings',
  id: 'ga4_id',
  data: { ga4_id: 'G-1' },
  base_rev: 0,
};

const at = (fields: Fields): string => `drafts/${String(fields['collection'])}_${String(fields['id'])}`;

/** The author fields of a draft with one author. */
export const typedBy = (uid: string, at: Fields[string] = now): Fields => ({
  typed_at: at,
  typed_by: uid,
  typed_name: defaultName(uid),
  authors: [uid],
});

export const storedDraft = (fields: Fields, by = stranger): InitialState => ({
  [at(fields)]: {
    name: 'Ada',
    ...typedBy(by, storedTime),
    ...fields,
    ...{ rev: 2, created_at: storedTime, created_by: by, updated_at: storedTime, updated_by: by },
  },
});
export const createDraft = (uid: string, fields: Fields): Write[] => [
  {
    set: at(fields),
    data: {
      name: defaultName(uid),
      ...typedBy(uid),
      ...fields,
      ...{ rev: 1, created_at: now, created_by: uid, updated_at: now, updated_by: uid },
    },
  },
];
export const updateDraft = (uid: string, fields: Fields, change: Fields = {}): Write[] => [
  { update: at(fields), data: { rev: 3, updated_at: now, updated_by: uid, name: defaultName(uid), ...change } },
];

const permissionCase = (
  operation: Operation,
  subject: Subject,
  rest: Pick<PermissionCase, 'situation' | 'initialState' | 'try'>,
): PermissionCase => ({
  operation,
  subject,
  ...rest,
});

interface Kept {
  situation: string;
  subject: Subject;
  fields: Fields;
  initialState: InitialState;
}

function kept(uid: string, { situation, subject, fields, initialState }: Kept): PermissionCase[] {
  const stored = { ...initialState, ...storedDraft(fields) };
  return [
    ...reads(at(fields), subject, stored).map((each) => ({ ...each, situation })),
    permissionCase('create', subject, { situation, initialState, try: { batch: createDraft(uid, fields) } }),
    permissionCase('update', subject, { situation, initialState: stored, try: { batch: updateDraft(uid, fields) } }),
    permissionCase('delete', subject, { situation, initialState: stored, try: { batch: [{ delete: at(fields) }] } }),
  ];
}

const ofContent = (uid: string): PermissionCase[] =>
  [uid, stranger].flatMap((owner) =>
    yesNo.flatMap((published): PermissionCase[] => {
      const situation = `of ${word(owner === uid, 'own', "other's")} ${word(published, 'published', 'draft')}`;
      const subject = { what: collections.drafts, owner };
      return kinds.flatMap((kind) =>
        kept(uid, {
          situation: `${situation} ${kind.name}`,
          subject,
          fields: { ...held, collection: kind.collection, id: idOf(kind), data: kind.fields, base_rev: 3 },
          initialState: kind.stored({ owner, published }),
        }),
      );
    }),
  );

const ofNewDocuments = (uid: string): PermissionCase[] =>
  [newDraftFields, newDemoDraftFields].flatMap((fields) =>
    [uid, stranger].flatMap((owner): PermissionCase[] => {
      const situation = `of ${word(owner === uid, 'own', "other's")} new document in ${String(fields['collection'])}`;
      const subject = { what: collections.drafts, owner };
      const initialState = storedDraft(fields, owner);
      const stored = { situation, initialState };
      return [
        ...reads(at(fields), subject, initialState).map((each) => ({ ...each, situation })),
        ...(owner === uid
          ? [
              permissionCase('create', subject, {
                situation,
                initialState: {},
                try: { batch: createDraft(uid, fields) },
              }),
            ]
          : []),
        permissionCase('update', subject, { ...stored, try: { batch: updateDraft(uid, fields) } }),
        permissionCase('delete', subject, { ...stored, try: { batch: [{ delete: at(fields) }] } }),
      ];
    }),
  );

const ofSettings = (uid: string): PermissionCase[] =>
  kept(uid, {
    situation: 'of a setting',
    subject: { what: collections.drafts, isSetting: true },
    fields: settingDraftFields,
    initialState: {},
  });

/** Cases of draft embeds. A draft's embed is protected if its demo or its draft is. */
const embeds = (uid: string): PermissionCase[] =>
  [uid, stranger].flatMap((owner) =>
    yesNo.flatMap((isLocked) =>
      yesNo.flatMap((willBeLocked): PermissionCase[] => {
        const fields = { ...demoDraftFields, data: { ...demoFields, is_password_protected: willBeLocked } };
        const initialState = {
          ...storedDemo({ owner, protected: isLocked }),
          ...storedDraft(fields),
          [draftEmbedPath]: draftEmbed,
        };
        const subject = { what: collections.draftEmbeds, owner, isProtected: isLocked || willBeLocked };
        const situation = `${word(owner === uid, 'own', "other's")} ${word(isLocked, 'protected', 'open')} to ${word(willBeLocked, 'protected', 'open')}`;
        const beside: Subject = { what: collections.drafts, owner };
        const write: Write = { set: draftEmbedPath, data: { iframe_url: 'x' } };
        return [
          ...reads(draftEmbedPath, subject, initialState).map((each) => ({ ...each, situation })),
          permissionCase('update', beside, {
            situation: `${situation} with its code`,
            initialState,
            try: { batch: [...updateDraft(uid, fields), write] },
          }),
          permissionCase('delete', beside, {
            situation: `${situation} with its code`,
            initialState,
            try: { batch: [{ delete: demoDraftPath }, { delete: draftEmbedPath }] },
          }),
        ];
      }),
    ),
  );

/** Cases of the embed code of a new demo, which is protected if its draft is. */
const newEmbeds = (uid: string): PermissionCase[] =>
  [uid, stranger].flatMap((owner) =>
    yesNo.flatMap((isProtected): PermissionCase[] => {
      const fields = { ...newDemoDraftFields, data: { ...demoFields, is_password_protected: isProtected } };
      const initialState = { ...storedDraft(fields, owner), [draftEmbedPath]: draftEmbed };
      const subject = { what: collections.draftEmbeds, owner, isProtected };
      const situation = `${word(owner === uid, 'own', "other's")} ${word(isProtected, 'protected', 'open')} new demo`;
      return reads(draftEmbedPath, subject, initialState).map((each) => ({ ...each, situation }));
    }),
  );

/** The permission cases of drafts for one user. */
export const draftCases = (uid: string): PermissionCase[] => [
  ...ofContent(uid),
  ...ofNewDocuments(uid),
  ...ofSettings(uid),
  ...embeds(uid),
  ...newEmbeds(uid),
];
