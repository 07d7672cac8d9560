import { collections } from '@frontage/model/paths';
import type { Guarded, Subject } from '@frontage/model/permissions';
import { settingKeys } from '@frontage/model/settings';
import { now, storedTime, type Fields, type World } from './attempt.ts';
import { embed, redirectData, redirectPath, settingValues } from './documents.ts';
import { reads, stranger, word, writes, type Trial } from './trial.ts';

const settings = (uid: string): Trial[] =>
  settingKeys.flatMap((key): Trial[] => {
    const path = `site_settings/${key}`;
    const subject: Subject = { what: collections.settings };
    const value = settingValues[key] ?? null;
    const world: World = { [path]: { value, rev: 3, updated_at: storedTime, updated_by: stranger } };
    const data = (rev: number): Fields => ({ value, rev, updated_at: now, updated_by: uid });
    const { situation: _none, ...get } = reads(path, subject, world)[0] as Trial;
    return [
      { ...get, situation: key },
      { situation: key, operation: 'create', subject, world: {}, try: { batch: [{ set: path, data: data(1) }] } },
      { situation: key, operation: 'update', subject, world, try: { batch: [{ update: path, data: data(4) }] } },
      { situation: key, operation: 'delete', subject, world, try: { batch: [{ delete: path }] } },
    ];
  });

function people(uid: string, email: string): Trial[] {
  const profile: Fields = { email, first_name: 'Ada', last_name: null, created_at: storedTime, is_active: true };
  const standing: Fields = { user_id: stranger, roles: ['viewer'], is_active: true };
  return [uid, stranger]
    .flatMap((owner): Trial[] => {
      const situation = word(owner === uid, 'own', "other's");
      const ofProfile: Subject = { what: collections.profiles, owner };
      const ofRoles: Subject = { what: collections.userRoles, owner };
      const path = `profiles/${owner}`;
      const world = { [path]: profile };
      const roles = `user_roles/${owner}`;
      const isOther = owner === stranger;
      return [
        { situation, operation: 'get', subject: ofProfile, world, try: { get: path } },
        { situation: `${situation}, missing`, operation: 'get', subject: ofProfile, world: {}, try: { get: path } },
        {
          situation,
          operation: 'create',
          subject: ofProfile,
          world: {},
          try: { batch: [{ set: path, data: { ...profile, created_at: now } }] },
        },
        {
          situation,
          operation: 'update',
          subject: ofProfile,
          world,
          try: { batch: [{ update: path, data: { first_name: 'Eve' } }] },
        },
        { situation, operation: 'delete', subject: ofProfile, world, try: { batch: [{ delete: path }] } },
        {
          situation,
          operation: 'get',
          subject: ofRoles,
          world: isOther ? { [roles]: standing } : {},
          try: { get: roles },
        },
        {
          situation: `${situation}, made administrator`,
          operation: 'update',
          subject: ofRoles,
          world: isOther ? { [roles]: standing } : {},
          try: { batch: [{ set: roles, data: { user_id: owner, roles: ['admin'], is_active: true } }] },
        },
        {
          situation,
          operation: 'delete',
          subject: ofRoles,
          world: isOther ? { [roles]: standing } : {},
          try: { batch: [{ delete: roles }] },
        },
      ];
    })
    .concat([
      {
        situation: '',
        operation: 'list',
        subject: { what: collections.profiles },
        world: {},
        try: { list: 'profiles' },
      },
      {
        situation: 'active ones',
        operation: 'list',
        subject: { what: collections.profiles },
        world: {},
        try: { list: 'profiles', where: [['is_active', true]] },
      },
      {
        situation: '',
        operation: 'list',
        subject: { what: collections.userRoles },
        world: {},
        try: { list: 'user_roles' },
      },
    ]);
}

const presence = (uid: string): Trial[] =>
  [uid, stranger].flatMap((owner): Trial[] => {
    const situation = word(owner === uid, 'own', "other's");
    const subject: Subject = { what: collections.presence, owner };
    const path = `presence/pages_p1_${owner}`;
    const data = (seen_at: Fields[string]): Fields => ({
      document: 'pages_p1',
      name: 'Ada',
      is_here: true,
      seen_at,
      expires_at: storedTime,
    });
    const world = { [path]: data(storedTime) };
    const trial = (operation: Trial['operation'], before: World, tried: Trial['try']): Trial => ({
      situation,
      operation,
      subject,
      world: before,
      try: tried,
    });
    return [
      trial('get', world, { get: path }),
      trial('list', world, { list: 'presence', where: [['document', 'pages_p1']] }),
      trial('create', {}, { batch: [{ set: path, data: data(now) }] }),
      trial('update', world, { batch: [{ update: path, data: data(now) }] }),
      trial('delete', world, { batch: [{ delete: path }] }),
    ];
  });

const redirects = (uid: string): Trial[] => {
  const path = redirectPath('/old');
  const subject: Subject = { what: collections.redirects };
  const world: World = { [path]: redirectData(stranger, { updated_at: storedTime }) };
  const removed = redirectData(uid, { to: null });
  return [
    ...reads(path, subject, world),
    {
      situation: '',
      operation: 'create',
      subject,
      world: {},
      try: { batch: [{ set: path, data: redirectData(uid) }] },
    },
    { situation: '', operation: 'update', subject, world, try: { batch: [{ set: path, data: redirectData(uid) }] } },
    { situation: 'removed', operation: 'update', subject, world, try: { batch: [{ set: path, data: removed }] } },
    { situation: '', operation: 'delete', subject, world, try: { batch: [{ delete: path }] } },
  ];
};

/** What only the server writes. */
const records = (): Trial[] => {
  const bootstrap = { 'system/bootstrap': { at: storedTime } };
  const kinds: [Guarded, string, Fields][] = [
    [collections.invites, 'invites/abc', { email: 'a@example.com', role: 'author' }],
    [collections.recoveryCodes, 'recovery_codes/x', { codes: ['digest'], used_at: null }],
    [collections.passwordRequests, 'password_requests/x', { email: 'a@example.com', expires_at: storedTime }],
    [collections.audit, 'audit/e1', { action: 'updated', at: storedTime }],
    [collections.releases, 'releases/r1', { id: 'r1', created_at: storedTime }],
    [collections.buildState, 'build_state/pages_p1', { state: 'live' }],
    [collections.tombstones, 'tombstones/x', { path: 'pages/p1', deleted_at: storedTime }],
    [collections.rateLimits, 'rate_limits/x', { count: 1 }],
    [collections.sealedHashes, 'sealed_hashes/x', { uid: stranger }],
    [collections.summaries, 'summaries/pages_32_0', { set: 'pages_32', entries: '{}', at: storedTime }],
    [collections.previewLinks, 'preview_links/abc', { collection: 'pages', id: 'p1', created_by: stranger }],
  ];
  return [
    ...kinds.flatMap(([what, path, data]) => [...reads(path, { what }, { [path]: data }), ...writes(path, what, data)]),
    ...reads('system/bootstrap', { what: collections.system }, bootstrap),
    ...writes('system/bootstrap', collections.system, { at: storedTime }),
    ...writes('demo_embeds/d1', collections.rateLimits, embed).map((trial) => ({
      ...trial,
      situation: 'an embed without its demo',
    })),
  ];
};

/** Settings, people and what the server keeps, as one person meets them. */
export const otherTrials = (uid: string, email: string): Trial[] => [
  ...settings(uid),
  ...people(uid, email),
  ...presence(uid),
  ...redirects(uid),
  ...records(),
];
