import { collections } from '@frontage/model/paths';
import { admin, editor, standingOf } from './actors.ts';
import { now, requestTime, storedTime, type Actor, type Attempt, type Fields } from './attempt.ts';
import type { Trial } from './trial.ts';

const toCome = new Date('2026-03-04T06:30:00.000Z');
const path = 'schedules/pages_p1_publish';
const order = (uid: string): Fields => ({
  collection: 'pages',
  id: 'p1',
  action: 'publish',
  draft_rev: null,
  at: toCome,
  by: uid,
  second_factor: false,
  created_at: now,
  state: 'waiting',
  reason: null,
});
const stored = (uid: string): Fields => ({ ...order(uid), created_at: storedTime });

/** What is to be published when, as one person meets it. */
export function scheduleTrials(uid: string, usedSecondFactor: boolean): Trial[] {
  const subject = { what: collections.schedules };
  const world = { [path]: stored('uid-of-somebody-else') };
  const data = { ...order(uid), second_factor: usedSecondFactor };
  return [
    { situation: '', operation: 'get', subject, world, try: { get: path } },
    { situation: '', operation: 'list', subject, world, try: { list: 'schedules' } },
    { situation: '', operation: 'create', subject, world: {}, try: { batch: [{ set: path, data }] } },
    { situation: "another's", operation: 'update', subject, world, try: { batch: [{ set: path, data }] } },
    { situation: "another's", operation: 'delete', subject, world, try: { batch: [{ delete: path }] } },
  ];
}

const attempt = (name: string, change: Fields, [expected, actor]: [boolean?, Actor?] = []): Attempt =>
  ordered(name, change, { expected: expected ?? false, actor: actor ?? editor });

const ordered = (name: string, change: Fields, { expected, actor }: { expected: boolean; actor: Actor }): Attempt => {
  const data: Fields = { ...order(actor.uid), ...change };
  const key = `${String(data['collection'])}_${String(data['id'])}_${String(data['action'])}`;
  return {
    name: `schedule ${name}`,
    actor,
    world: standingOf(actor, false),
    try: { batch: [{ set: `schedules/${key}`, data }] },
    expected,
  };
};

const without = (field: string): Attempt => {
  const { [field]: _gone, ...data } = order(editor.uid);
  return { ...attempt(`without ${field}`, {}), try: { batch: [{ set: path, data }] } };
};

const ofSetting: Fields = { collection: 'site_settings', id: 'seo', action: 'publish_draft', draft_rev: 3 };
const settingPath = 'schedules/site_settings_seo_publish_draft';
const removal = (name: string, actor: Actor, expected: boolean): Attempt => ({
  name,
  actor,
  world: { ...standingOf(actor, false), [settingPath]: { ...stored(admin.uid), ...ofSetting } },
  try: { batch: [{ delete: settingPath }] },
  expected,
});

/** Orders that are not what the back office gives. */
export const scheduleAttacks: readonly Attempt[] = [
  attempt('as it should be', {}, [true]),
  attempt('of a section', { collection: 'homepage_sections' }, [true]),
  attempt('of a demo, to be unpublished', { collection: 'demo_pages', action: 'unpublish' }, [true]),
  attempt('of a draft', { action: 'publish_draft', draft_rev: 3 }, [true]),
  attempt("of a section's draft", { collection: 'homepage_sections', action: 'publish_draft', draft_rev: 1 }, [true]),
  attempt("of a demo's draft", { collection: 'demo_pages', action: 'publish_draft', draft_rev: 1 }, [true]),
  attempt('of a draft in no version', { action: 'publish_draft' }),
  attempt('of a draft in version 0', { action: 'publish_draft', draft_rev: 0 }),
  attempt('of a draft in a version in words', { action: 'publish_draft', draft_rev: 'three' }),
  attempt('of a draft in a version and a half', { action: 'publish_draft', draft_rev: 1.5 }),
  attempt('of a page in a version', { draft_rev: 3 }),
  attempt('of a setting, by an administrator', ofSetting, [true, admin]),
  attempt('of a setting, by an editor', ofSetting),
  removal("a setting's schedule removed by an administrator", admin, true),
  removal("a setting's schedule removed by an editor", editor, false),
  attempt('of a setting itself', { collection: 'site_settings', id: 'seo' }, [false, admin]),
  attempt('of something else', { collection: 'user_roles' }),
  attempt("of something else's draft", { collection: 'user_roles', action: 'publish_draft', draft_rev: 1 }),
  attempt('of another action', { action: 'delete' }),
  attempt('of the longest id', { id: 'x'.repeat(1_400) }, [true]),
  { ...attempt('under another id', {}), try: { batch: [{ set: `${path}ed`, data: order(editor.uid) }] } },
  attempt('for a time with seconds', { at: new Date('2026-03-04T06:30:01.000Z') }),
  attempt('for a time with less than a second', { at: new Date('2026-03-04T06:30:00.001Z') }),
  attempt('for a time that has been', { at: new Date('2026-03-04T05:06:00.000Z') }),
  attempt('for a time in words', { at: 'tomorrow' }),
  attempt('for this very moment', { at: requestTime }),
  attempt('in the name of another', { by: admin.uid }),
  attempt('with a second factor that was not used', { second_factor: true }),
  attempt("in the client's time", { created_at: storedTime }),
  attempt('that has failed', { state: 'failed' }),
  attempt('with a reason', { reason: 'missing' }),
  attempt('with a field more', { force: true }),
  ...Object.keys(order(editor.uid)).map(without),
];
