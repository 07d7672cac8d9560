import { collections } from '@frontage/model/paths';
import type { Guarded, Subject } from '@frontage/model/permissions';
import { settingKeys } from '@frontage/model/kinds/settings';
import { now, storedTime, type Fields, type InitialState } from './attack-case.ts';
import { embed, redirectData, redirectPath, settingValues } from './documents.ts';
import { reads, stranger, word, writes, type PermissionCase } from './permission-case.ts';

const settings = (uid: string): PermissionCase[] =>
  settingKeys.flatMap((key): PermissionCase[] => {
    const path = `site_settings/${key}`;
    const subject: Subject = { what: collections.settings };
    const value = settingValues[key] ?? null;
    const initialState: InitialState = { [path]: { value, rev: 3, updated_at: storedTime, updated_by: stranger } };
    const data = (rev: number): Fields => ({ value, rev, updated_at: now, updated_by: uid });
    const { situation: _none, ...get } = reads(path, subject, initialState)[0] as PermissionCase;
    return [
      { ...get, situation: key },
      {
        situation: key,
        operation: 'create',
        subject,
        initialState: {},
        try: { batch: [{ set: path, data: data(1) }] },
      },
      { situation: key, operation: 'update', subject, initialState, try: { batch: [{ update: path, data: data(4) }] } },
      { situation: key, operation: 'delete', subject, initialState, try: { batch: [{ delete: path }] } },
    ];
  });

function people(uid: string, email: string): PermissionCase[] {
  const profile: Fields = { email, first_name: 'Ada', last_name: null, created_at: storedTime, is_active: true };
  const otherRoles: Fields = { user_id: stranger, roles: ['viewer'], is_active: true };
  return [uid, stranger]
    .flatMap((owner): PermissionCase[] => {
      const situation = word(owner === uid, 'own', "other's");
      const ofProfile: Subject = { what: collections.profiles, owner };
      const ofRoles: Subject = { what: collections.userRoles, owner };
      const path = `profiles/${owner}`;
      const initialState = { [path]: profile };
      const roles = `user_roles/${owner}`;
      const isOther = owner === stranger;
      return [
        { situation, operation: 'get', subject: ofProfile, initialState, try: { get: path } },
        {
          situation: `${situation}, missing`,
          operation: 'get',
          subject: ofProfile,
          initialState: {},
          try: { get: path },
        },
        {
          situation,
          operation: 'create',
          subject: ofProfile,
          initialState: {},
          try: { batch: [{ set: path, data: { ...profile, created_at: now } }] },
        },
        {
          situation,
          operation: 'update',
          subject: ofProfile,
          initialState,
          try: { batch: [{ update: path, data: { first_name: 'Eve' } }] },
        },
        { situation, operation: 'delete', subject: ofProfile, initialState, try: { batch: [{ delete: path }] } },
        {
          situation,
          operation: 'get',
          subject: ofRoles,
          initialState: isOther ? { [roles]: otherRoles } : {},
          try: { get: roles },
        },
        {
          situation: `${situation}, made administrator`,
          operation: 'update',
          subject: ofRoles,
          initialState: isOther ? { [roles]: otherRoles } : {},
          try: { batch: [{ set: roles, data: { user_id: owner, roles: ['admin'], is_active: true } }] },
        },
        {
          situation,
          operation: 'delete',
          subject: ofRoles,
          initialState: isOther ? { [roles]: otherRoles } : {},
          try: { batch: [{ delete: roles }] },
        },
      ];
    })
    .concat([
      {
        situation: '',
        operation: 'list',
        subject: { what: collections.profiles },
        initialState: {},
        try: { list: 'profiles' },
      },
      {
        situation: 'active ones',
        operation: 'list',
        subject: { what: collections.profiles },
        initialState: {},
        try: { list: 'profiles', where: [['is_active', true]] },
      },
      {
        situation: '',
        operation: 'list',
        subject: { what: collections.userRoles },
        initialState: {},
        try: { list: 'user_roles' },
      },
    ]);
}

const presence = (uid: string): PermissionCase[] =>
  [uid, stranger].flatMap((owner): PermissionCase[] => {
    const situation = word(owner === uid, 'own', "other's");
    const subject: Subject = { what: collections.presence, owner };
    const path = `presence/pages_p1_${owner}`;
    const data = (seen_at: Fields[string]): Fields => ({
      document: 'pages_p1',
      name: `${uid}@example.com`,
      is_here: true,
      seen_at,
      expires_at: storedTime,
    });
    const initialState = { [path]: data(storedTime) };
    const permissionCase = (
      operation: PermissionCase['operation'],
      before: InitialState,
      tried: PermissionCase['try'],
    ): PermissionCase => ({
      situation,
      operation,
      subject,
      initialState: before,
      try: tried,
    });
    return [
      permissionCase('get', initialState, { get: path }),
      permissionCase('list', initialState, { list: 'presence', where: [['document', 'pages_p1']] }),
      permissionCase('create', {}, { batch: [{ set: path, data: data(now) }] }),
      permissionCase('update', initialState, { batch: [{ update: path, data: data(now) }] }),
      permissionCase('delete', initialState, { batch: [{ delete: path }] }),
    ];
  });

const redirects = (uid: string): PermissionCase[] => {
  const path = redirectPath('/old');
  const subject: Subject = { what: collections.redirects };
  const initialState: InitialState = { [path]: redirectData(stranger, { updated_at: storedTime }) };
  const removed = redirectData(uid, { to: null });
  return [
    ...reads(path, subject, initialState),
    {
      situation: '',
      operation: 'create',
      subject,
      initialState: {},
      try: { batch: [{ set: path, data: redirectData(uid) }] },
    },
    {
      situation: '',
      operation: 'update',
      subject,
      initialState,
      try: { batch: [{ set: path, data: redirectData(uid) }] },
    },
    {
      situation: 'removed',
      operation: 'update',
      subject,
      initialState,
      try: { batch: [{ set: path, data: removed }] },
    },
    { situation: '', operation: 'delete', subject, initialState, try: { batch: [{ delete: path }] } },
  ];
};

/** Cases of collections that only the server writes. */
const records = (): PermissionCase[] => {
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
    [collections.search, 'search/pages_32_0', { set: 'pages_32', entries: '', at: storedTime }],
    [collections.searchPeople, 'search_people/profiles_1_0', { set: 'profiles_1', entries: '', at: storedTime }],
    [collections.launches, 'launches/abc', { name: 'Spring', state: 'open', documents: ['pages/p1'] }],
    [collections.launchComments, 'launch_comments/abc', { launch: 'abc', about: null, text: 'Good', by: stranger }],
    [collections.launchVersions, 'launch_versions/abc_0', { launch: 'abc', path: 'pages/p1', before: {} }],
    [collections.previewLinks, 'preview_links/abc', { collection: 'pages', id: 'p1', created_by: stranger }],
  ];
  return [
    ...kinds.flatMap(([what, path, data]) => [...reads(path, { what }, { [path]: data }), ...writes(path, what, data)]),
    ...reads('system/bootstrap', { what: collections.system }, bootstrap),
    ...writes('system/bootstrap', collections.system, { at: storedTime }),
    ...writes('demo_embeds/d1', collections.rateLimits, embed).map((permissionCase) => ({
      ...permissionCase,
      situation: 'an embed without its demo',
    })),
  ];
};

/** The permission cases of settings, users, presence, redirects and server collections for one user. */
export const otherCases = (uid: string, email: string): PermissionCase[] => [
  ...settings(uid),
  ...people(uid, email),
  ...presence(uid),
  ...redirects(uid),
  ...records(),
];
