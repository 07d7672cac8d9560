import { can, type Guarded, type Operation, type Subject } from '@frontage/model/permissions';
import { collections } from '@frontage/model/paths';
import { settingKeys } from '@frontage/model/settings';
import { actors, emailOf, isBarred, secondFactorActors, standingOf, viewerOf } from './actors.ts';
import { now, storedTime, type Actor, type Attempt, type Fields, type World, type Write } from './attempt.ts';
import {
  createDemo,
  createPage,
  createSection,
  deleteDemo,
  deletePage,
  deleteSection,
  embed,
  otherEmbed,
  sealedHash,
  settingValues,
  storedDemo,
  storedPage,
  storedSection,
  updateDemo,
  updatePage,
  updateSection,
} from './documents.ts';

// Every cell of model/permissions.ts tried by everybody, each time with a request that is right but for who sends it.

type Trial = Omit<Attempt, 'actor' | 'expected' | 'name'> & {
  situation: string;
  operation: Operation;
  subject: Subject;
};

const stranger = 'uid-of-somebody-else';
const yesNo = [false, true];

const word = (flag: boolean, yes: string, no: string): string => (flag ? yes : no);

/** All trials of one actor; `uid` is what requests of nobody signed in claim to be. */
function trialsOf(uid: string, email: string): Trial[] {
  return [
    ...sections(uid),
    ...pages(uid),
    ...demos(uid),
    ...embeds(uid),
    ...secrets(uid),
    ...slugs(uid),
    ...trash(uid),
    ...settings(uid),
    ...people(uid, email),
    ...records(),
  ];
}

const reads = (path: string, subject: Subject, world: World): Trial[] => [
  { situation: '', operation: 'get', subject, world, try: { get: path } },
  { situation: '', operation: 'list', subject, world, try: { list: path.split('/')[0] ?? '' } },
];

/** The three ways to write a document nobody but the server writes. */
const writes = (path: string, what: Guarded, data: Fields): Trial[] => [
  { situation: 'alone', operation: 'create', subject: { what }, world: {}, try: { batch: [{ set: path, data }] } },
  {
    situation: 'alone',
    operation: 'update',
    subject: { what },
    world: { [path]: data },
    try: { batch: [{ update: path, data: { ...data, touched: true } }] },
  },
  {
    situation: 'alone',
    operation: 'delete',
    subject: { what },
    world: { [path]: data },
    try: { batch: [{ delete: path }] },
  },
];

interface Kind {
  what: Guarded;
  path: string;
  stored(options: { owner: string; published?: boolean }): World;
  create(uid: string, data?: Fields): Write[];
  update(uid: string, data?: Fields): Write[];
  remove(uid: string, world: World): Write[];
}

function content(uid: string, kind: Kind): Trial[] {
  const { what } = kind;
  const trials: Trial[] = [];
  for (const owner of [uid, stranger]) {
    const whose = word(owner === uid, 'own', "other's");
    for (const before of yesNo) {
      const world = kind.stored({ owner, published: before });
      const was = word(before, 'published', 'draft');
      const situation = `${whose} ${was}`;
      trials.push(
        ...reads(kind.path, { what, owner, isPublished: before }, world).map((trial) => ({ ...trial, situation })),
      );
      for (const after of yesNo) {
        trials.push({
          situation: `${situation} to ${word(after, 'published', 'draft')}`,
          operation: 'update',
          subject: { what, owner, isPublished: before || after },
          world,
          try: { batch: kind.update(uid, { is_published: after }) },
        });
      }
      const subject = { what, owner, isPublished: before };
      trials.push({ situation, operation: 'delete', subject, world, try: { batch: kind.remove(uid, world) } });
    }
  }
  for (const published of yesNo) {
    trials.push({
      situation: word(published, 'published', 'draft'),
      operation: 'create',
      subject: { what, owner: uid, isPublished: published },
      world: {},
      try: { batch: kind.create(uid, { is_published: published }) },
    });
  }
  return trials;
}

const sections = (uid: string): Trial[] =>
  content(uid, {
    what: collections.sections,
    path: 'homepage_sections/s1',
    stored: storedSection,
    create: createSection,
    update: updateSection,
    remove: deleteSection,
  });

const pages = (uid: string): Trial[] =>
  content(uid, {
    what: collections.pages,
    path: 'pages/p1',
    stored: storedPage,
    create: createPage,
    update: updatePage,
    remove: deletePage,
  });

const demos = (uid: string): Trial[] => {
  const what = collections.demos;
  const plain = content(uid, {
    what,
    path: 'demo_pages/d1',
    stored: storedDemo,
    create: createDemo,
    update: updateDemo,
    remove: deleteDemo,
  });
  const { hash, world: seal } = sealedHash(uid);
  const protectedOnes = [uid, stranger].flatMap((owner) =>
    yesNo.flatMap((published): Trial[] => {
      const whose = `${word(owner === uid, 'own', "other's")} ${word(published, 'published', 'draft')}`;
      const subject = { what, owner, isPublished: published };
      const open = storedDemo({ owner, published });
      const locked = storedDemo({ owner, published, protected: true });
      const secret: Write = { set: 'demo_secrets/d1', data: { password_hash: hash } };
      const update = { operation: 'update' as const, subject };
      return [
        {
          ...update,
          situation: `${whose}, protection turned on`,
          world: { ...open, ...seal },
          try: { batch: updateDemo(uid, { is_password_protected: true }, [secret]) },
        },
        {
          ...update,
          situation: `${whose}, protection turned off`,
          world: locked,
          try: { batch: updateDemo(uid, { is_password_protected: false }, [{ delete: 'demo_secrets/d1' }]) },
        },
        { ...update, situation: `${whose}, password kept`, world: locked, try: { batch: updateDemo(uid) } },
        {
          ...update,
          situation: `${whose}, new password`,
          world: { ...locked, ...seal },
          try: { batch: updateDemo(uid, {}, [secret]) },
        },
        {
          ...update,
          situation: `${whose}, new embed`,
          world: locked,
          try: { batch: updateDemo(uid, {}, [{ set: 'demo_embeds/d1', data: otherEmbed }]) },
        },
        {
          operation: 'delete',
          subject,
          situation: `${whose}, protected`,
          world: locked,
          try: { batch: deleteDemo(uid, locked) },
        },
      ];
    }),
  );
  return [
    ...plain,
    ...protectedOnes,
    {
      situation: 'protected draft',
      operation: 'create',
      subject: { what, owner: uid, isPublished: false },
      world: seal,
      try: { batch: createDemo(uid, { is_password_protected: true }, hash) },
    },
  ];
};

const embeds = (uid: string): Trial[] =>
  [uid, stranger].flatMap((owner) =>
    yesNo.flatMap((isProtected): Trial[] => {
      const world = storedDemo({ owner, protected: isProtected });
      const situation = `${word(owner === uid, 'own', "other's")} ${word(isProtected, 'protected', 'open')}`;
      const subject: Subject = { what: collections.demoEmbeds, owner, isProtected };
      return reads('demo_embeds/d1', subject, world).map((trial) => ({ ...trial, situation }));
    }),
  );

const secrets = (uid: string): Trial[] =>
  [uid, stranger].flatMap((owner) =>
    reads('demo_secrets/d1', { what: collections.demoSecrets, owner }, storedDemo({ owner, protected: true })).map(
      (trial) => ({ ...trial, situation: word(owner === uid, 'own', "other's") }),
    ),
  );

const slugs = (uid: string): Trial[] => [
  ...reads('slugs/page:about', { what: collections.slugs }, storedPage({ owner: uid })),
  ...[uid, stranger].flatMap((owner): Trial[] => {
    const situation = `changed beside ${word(owner === uid, 'own', "other's")} page`;
    const change: Write[] = [
      ...updatePage(uid, { slug: 'about-us' }),
      { set: 'slugs/page:about-us', data: { id: 'p1' } },
      { delete: 'slugs/page:about' },
    ];
    const subject = { what: collections.pages, owner, isPublished: false };
    return [{ situation, operation: 'update', subject, world: storedPage({ owner }), try: { batch: change } }];
  }),
];

const trash = (uid: string): Trial[] => {
  const entry: Fields = {
    collection: 'pages',
    id: 'gone',
    data: { title: 'Gone' },
    deleted_by: uid,
    deleted_at: storedTime,
  };
  const world = { 'trash/pages_gone': entry };
  const again = { ...storedPage({ owner: uid }), 'trash/pages_p1': { ...entry, id: 'p1' } };
  return [
    ...reads('trash/pages_gone', { what: collections.trash }, world),
    {
      situation: 'alone',
      operation: 'delete',
      subject: { what: collections.trash },
      world,
      try: { batch: [{ delete: 'trash/pages_gone' }] },
    },
    {
      situation: 'over what an earlier deletion left',
      operation: 'delete',
      subject: { what: collections.pages, owner: uid, isPublished: false },
      world: again,
      try: { batch: deletePage(uid, again) },
    },
  ];
};

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

/** What only the server writes. */
const records = (): Trial[] => {
  const bootstrap = { 'system/bootstrap': { at: storedTime } };
  const kinds: [Guarded, string, Fields][] = [
    [collections.invites, 'invites/abc', { email: 'a@example.com', role: 'author' }],
    [collections.audit, 'audit/e1', { action: 'updated', at: storedTime }],
    [collections.releases, 'releases/r1', { id: 'r1', created_at: storedTime }],
    [collections.buildState, 'build_state/pages_p1', { state: 'live' }],
    [collections.rateLimits, 'rate_limits/x', { count: 1 }],
    [collections.sealedHashes, 'sealed_hashes/x', { uid: stranger }],
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

/** The permission table's answer, and the exceptions it leaves to this sentence: the barred see only that they are. */
function isExpected(actor: Actor | null, required: boolean, { operation, subject, situation }: Trial): boolean {
  const { what, owner } = subject;
  if (isBarred(actor)) {
    return operation === 'get' && (what === 'system' || (what === 'user_roles' && owner === actor?.uid));
  }
  if (what === 'site_settings' && operation === 'get' && situation === 'security' && actor?.roles?.includes('admin'))
    return true;
  const used = actor?.usedSecondFactor ?? false;
  const isSecurity = situation === 'security' && (operation === 'create' || operation === 'update');
  return can(viewerOf(actor, required), operation, subject) && (!isSecurity || !required || used);
}

function cellsOf(actor: Actor | null, secondFactorRequired: boolean): Attempt[] {
  const uid = actor?.uid ?? 'nobody';
  const standing = standingOf(actor, secondFactorRequired);
  // Where a second factor is required that setting exists already.
  const isPossible = ({ operation, situation }: Trial): boolean =>
    !(secondFactorRequired && operation === 'create' && situation === 'security');
  const trials = trialsOf(uid, actor ? emailOf(actor) : '').filter(isPossible);
  return trials.map((trial) => ({
    name: `${secondFactorRequired ? '(second factor required) ' : ''}${actor?.name ?? 'signed out'}: ${trial.operation} ${trial.subject.what} ${trial.situation}`.trim(),
    actor,
    world: { ...trial.world, ...standing },
    try: trial.try,
    expected: isExpected(actor, secondFactorRequired, trial),
  }));
}

/** The whole matrix. */
export const cells: readonly Attempt[] = [
  ...actors.flatMap((actor) => cellsOf(actor, false)),
  ...secondFactorActors.flatMap((actor) => cellsOf(actor, true)),
];
