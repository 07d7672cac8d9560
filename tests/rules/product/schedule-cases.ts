import { collections } from '@frontage/model/paths';
import { admin, editor, roleDocuments } from './actors.ts';
import {
  now,
  requestTime,
  storedTime,
  type Actor,
  type AttackCase,
  type Fields,
  type InitialState,
} from './attack-case.ts';
import { storedDemo, storedPage, storedSection } from './documents.ts';
import { demoDraftFields, draftFields, storedDraft } from './draft-cases.ts';
import type { PermissionCase } from './permission-case.ts';

const futureTime = new Date('2026-03-04T06:30:00.000Z');
const path = 'schedules/pages_p1_publish';
const digest = '0123456789abcdef'.repeat(4);
const order = (uid: string): Fields => ({
  collection: 'pages',
  id: 'p1',
  action: 'publish',
  document_rev: 3,
  draft_rev: null,
  draft_digest: null,
  at: futureTime,
  by: uid,
  second_factor: false,
  created_at: now,
  state: 'waiting',
  reason: null,
});
const stored = (uid: string): Fields => ({ ...order(uid), created_at: storedTime });
const ofDraft: Fields = { action: 'publish_draft', document_rev: null, draft_rev: 2, draft_digest: digest };
const unpublishing: Fields = { action: 'unpublish', document_rev: null };

/** The documents of the schedules, in revision 3, and their drafts, in revision 2. */
const scheduled: InitialState = {
  ...storedPage({ owner: 'uid-of-somebody-else' }),
  ...storedDemo({ owner: 'uid-of-somebody-else' }),
  ...storedSection({ owner: 'uid-of-somebody-else' }),
  ...storedDraft(draftFields),
  ...storedDraft(demoDraftFields),
  ...storedDraft({ ...draftFields, collection: 'homepage_sections', id: 's1', data: {} }),
  ...storedDraft({ ...draftFields, collection: 'site_settings', id: 'seo', data: {} }),
  'user_roles/p1': { user_id: 'p1', roles: [], is_active: true, rev: 3 },
};

/** The permission cases of schedules for one user. */
export function scheduleCases(uid: string, usedSecondFactor: boolean): PermissionCase[] {
  const subject = { what: collections.schedules };
  const initialState = { ...scheduled, [path]: stored('uid-of-somebody-else') };
  const data = { ...order(uid), second_factor: usedSecondFactor };
  return [
    { situation: '', operation: 'get', subject, initialState, try: { get: path } },
    { situation: '', operation: 'list', subject, initialState, try: { list: 'schedules' } },
    { situation: '', operation: 'create', subject, initialState: scheduled, try: { batch: [{ set: path, data }] } },
    { situation: "another's", operation: 'update', subject, initialState, try: { batch: [{ set: path, data }] } },
    { situation: "another's", operation: 'delete', subject, initialState, try: { batch: [{ delete: path }] } },
  ];
}

const attackCase = (name: string, change: Fields, [expected, actor]: [boolean?, Actor?] = []): AttackCase =>
  ordered(name, change, { expected: expected ?? false, actor: actor ?? editor });

const ordered = (
  name: string,
  change: Fields,
  { expected, actor }: { expected: boolean; actor: Actor },
): AttackCase => {
  const data: Fields = { ...order(actor.uid), ...change };
  const key = `${String(data['collection'])}_${String(data['id'])}_${String(data['action'])}`;
  return {
    name: `schedule ${name}`,
    actor,
    initialState: { ...roleDocuments(actor, false), ...scheduled },
    try: { batch: [{ set: `schedules/${key}`, data }] },
    expected,
  };
};

/** A schedule without some fields, such as the versions that earlier admin versions did not send. */
const lacking = (fields: readonly string[], change: Fields, expected = false): AttackCase => {
  const whole = Object.entries<Fields[string]>({ ...order(editor.uid), ...change });
  const data = Object.fromEntries(whole.filter(([field]) => !fields.includes(field)));
  const set = `schedules/pages_p1_${String(data['action'] ?? 'publish')}`;
  const name = `to ${String(change['action'] ?? 'publish')} without ${fields.join(' and ')}`;
  return { ...attackCase(name, {}, [expected]), try: { batch: [{ set, data }] } };
};
const versions = ['document_rev', 'draft_digest'];

const ofSetting: Fields = { ...ofDraft, collection: 'site_settings', id: 'seo' };
const settingPath = 'schedules/site_settings_seo_publish_draft';
const removal = (name: string, actor: Actor, expected: boolean): AttackCase => ({
  name,
  actor,
  initialState: { ...roleDocuments(actor, false), [settingPath]: { ...stored(admin.uid), ...ofSetting } },
  try: { batch: [{ delete: settingPath }] },
  expected,
});

/** Valid and invalid schedules. */
export const scheduleAttacks: readonly AttackCase[] = [
  attackCase('that is valid', {}, [true]),
  attackCase('of a section', { collection: 'homepage_sections', id: 's1' }, [true]),
  attackCase('of a demo', { collection: 'demo_pages', id: 'd1' }, [true]),
  attackCase('of a demo, to be unpublished', { ...unpublishing, collection: 'demo_pages', id: 'd1' }, [true]),
  attackCase('of a draft', ofDraft, [true]),
  attackCase("of a section's draft", { ...ofDraft, collection: 'homepage_sections', id: 's1' }, [true]),
  attackCase("of a demo's draft", { ...ofDraft, collection: 'demo_pages', id: 'd1' }, [true]),
  attackCase('of a draft without a revision', { ...ofDraft, draft_rev: null }),
  attackCase('of a draft in an earlier revision', { ...ofDraft, draft_rev: 1 }),
  attackCase('of a draft in a later revision', { ...ofDraft, draft_rev: 3 }),
  attackCase('of a draft with a string as revision', { ...ofDraft, draft_rev: 'two' }),
  attackCase('of a draft with a document revision', { ...ofDraft, document_rev: 3 }),
  attackCase('of a draft without its digest', { ...ofDraft, draft_digest: null }),
  attackCase('of a draft with a digest that is too short', { ...ofDraft, draft_digest: digest.slice(1) }),
  attackCase('of a draft with a digest that is too long', { ...ofDraft, draft_digest: `${digest}0` }),
  attackCase('of a draft with a digest in capitals', { ...ofDraft, draft_digest: digest.toUpperCase() }),
  attackCase('of a missing draft', { ...ofDraft, id: 'p2' }),
  attackCase('of a page in an earlier revision', { document_rev: 2 }),
  attackCase('of a page in a later revision', { document_rev: 4 }),
  attackCase('of a page without a revision', { document_rev: null }),
  attackCase('of a page with a draft revision', { draft_rev: 2 }),
  attackCase('of a page with the digest of its draft', { draft_digest: digest }),
  attackCase('of a missing page', { id: 'p2' }),
  attackCase('of a page to be unpublished, with a revision', { ...unpublishing, document_rev: 3 }),
  attackCase('of a missing page, to be unpublished', { ...unpublishing, id: 'p2' }),
  attackCase('of an id that no document can have', { ...unpublishing, id: '__p0__' }),
  attackCase('of a draft of an id that no document can have', { ...ofDraft, id: '__p0__' }),
  attackCase('of a setting, by an administrator', ofSetting, [true, admin]),
  attackCase('of a setting, by an editor', ofSetting),
  removal("a setting's schedule removed by an administrator", admin, true),
  removal("a setting's schedule removed by an editor", editor, false),
  {
    ...attackCase('of a setting itself', { collection: 'site_settings', id: 'seo' }, [false, admin]),
    initialState: { ...roleDocuments(admin, false), 'site_settings/seo': { value: {}, rev: 3 } },
  },
  attackCase('of another collection', { collection: 'user_roles' }),
  {
    ...attackCase("of another collection's draft", { ...ofDraft, collection: 'user_roles' }),
    initialState: { ...roleDocuments(editor, false), 'drafts/user_roles_p1': { rev: 2 } },
  },
  attackCase('of another action', { action: 'delete' }),
  attackCase('of another action, without a revision', { action: 'delete', document_rev: null }),
  { ...attackCase('under another id', {}), try: { batch: [{ set: `${path}ed`, data: order(editor.uid) }] } },
  attackCase('for a time with seconds', { at: new Date('2026-03-04T06:30:01.000Z') }),
  attackCase('for a time with milliseconds', { at: new Date('2026-03-04T06:30:00.001Z') }),
  attackCase('for a time in the past', { at: new Date('2026-03-04T05:06:00.000Z') }),
  attackCase('with a string as time', { at: 'tomorrow' }),
  attackCase('for the current time', { at: requestTime }),
  attackCase('in the name of another', { by: admin.uid }),
  attackCase('with a second factor that was not used', { second_factor: true }),
  attackCase("in the client's time", { created_at: storedTime }),
  attackCase('that has failed', { state: 'failed' }),
  attackCase('with a reason', { reason: 'missing' }),
  attackCase('with a field more', { force: true }),
  ...Object.keys(order(editor.uid)).map((field) => lacking([field], {}, field === 'draft_digest')),
  lacking(versions, {}),
  lacking(versions, ofDraft),
  lacking(versions, unpublishing, true),
  lacking(['document_rev'], ofDraft, true),
];
