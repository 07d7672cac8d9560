import { collections } from '@frontage/model/paths';
import type { Subject } from '@frontage/model/permissions';
import { storedTime, type Fields, type Write } from './attack-case.ts';
import { kinds, type Kind } from './content-kinds.ts';
import {
  createDemo,
  deleteDemo,
  deletePage,
  otherEmbed,
  sealedHash,
  slugOf,
  storedDemo,
  storedPage,
  updateDemo,
  updatePage,
} from './documents.ts';
import { reads, stranger, word, yesNo, type PermissionCase } from './permission-case.ts';

function content(uid: string, { collection: what, ...kind }: Kind): PermissionCase[] {
  const permissionCases: PermissionCase[] = [];
  for (const owner of [uid, stranger]) {
    const whose = word(owner === uid, 'own', "other's");
    for (const before of yesNo) {
      const initialState = kind.stored({ owner, published: before });
      const was = word(before, 'published', 'draft');
      const situation = `${whose} ${was}`;
      permissionCases.push(
        ...reads(kind.path, { what, owner, isPublished: before }, initialState).map((permissionCase) => ({
          ...permissionCase,
          situation,
        })),
      );
      for (const after of yesNo) {
        permissionCases.push({
          situation: `${situation} to ${word(after, 'published', 'draft')}`,
          operation: 'update',
          subject: { what, owner, isPublished: before || after },
          initialState,
          try: { batch: kind.update(uid, { is_published: after }) },
        });
      }
      const subject = { what, owner, isPublished: before };
      permissionCases.push({
        situation,
        operation: 'delete',
        subject,
        initialState,
        try: { batch: kind.remove(uid, initialState) },
      });
    }
  }
  for (const published of yesNo) {
    permissionCases.push({
      situation: word(published, 'published', 'draft'),
      operation: 'create',
      subject: { what, owner: uid, isPublished: published },
      initialState: {},
      try: { batch: kind.create(uid, { is_published: published }) },
    });
  }
  return permissionCases;
}

/** Cases of demos with a password. */
const protectedDemos = (uid: string): PermissionCase[] => {
  const what = collections.demos;
  const { hash, initialState: seal } = sealedHash(uid);
  const cases = [uid, stranger].flatMap((owner) =>
    yesNo.flatMap((published): PermissionCase[] => {
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
          initialState: { ...open, ...seal },
          try: { batch: updateDemo(uid, { is_password_protected: true }, [secret]) },
        },
        {
          ...update,
          situation: `${whose}, protection turned off`,
          initialState: locked,
          try: { batch: updateDemo(uid, { is_password_protected: false }, [{ delete: 'demo_secrets/d1' }]) },
        },
        { ...update, situation: `${whose}, password kept`, initialState: locked, try: { batch: updateDemo(uid) } },
        {
          ...update,
          situation: `${whose}, new password`,
          initialState: { ...locked, ...seal },
          try: { batch: updateDemo(uid, {}, [secret]) },
        },
        {
          ...update,
          situation: `${whose}, new embed`,
          initialState: locked,
          try: { batch: updateDemo(uid, {}, [{ set: 'demo_embeds/d1', data: otherEmbed }]) },
        },
        {
          operation: 'delete',
          subject,
          situation: `${whose}, protected`,
          initialState: locked,
          try: { batch: deleteDemo(uid, locked) },
        },
      ];
    }),
  );
  return [
    ...cases,
    {
      situation: 'protected draft',
      operation: 'create',
      subject: { what, owner: uid, isPublished: false },
      initialState: seal,
      try: { batch: createDemo(uid, { is_password_protected: true }, hash) },
    },
  ];
};

const embeds = (uid: string): PermissionCase[] =>
  [uid, stranger].flatMap((owner) =>
    yesNo.flatMap((isProtected): PermissionCase[] => {
      const initialState = storedDemo({ owner, protected: isProtected });
      const situation = `${word(owner === uid, 'own', "other's")} ${word(isProtected, 'protected', 'open')}`;
      const subject: Subject = { what: collections.demoEmbeds, owner, isProtected };
      return reads('demo_embeds/d1', subject, initialState).map((permissionCase) => ({ ...permissionCase, situation }));
    }),
  );

const secrets = (uid: string): PermissionCase[] =>
  [uid, stranger].flatMap((owner) =>
    reads('demo_secrets/d1', { what: collections.demoSecrets, owner }, storedDemo({ owner, protected: true })).map(
      (permissionCase) => ({ ...permissionCase, situation: word(owner === uid, 'own', "other's") }),
    ),
  );

const slugs = (uid: string): PermissionCase[] => [
  ...reads('slugs/page:about', { what: collections.slugs }, storedPage({ owner: uid })),
  ...[uid, stranger].flatMap((owner): PermissionCase[] => {
    const whose = word(owner === uid, 'own', "other's");
    const rename: Write[] = [
      ...updatePage(uid, { slug: 'about-us' }),
      { set: 'slugs/page:about-us', data: slugOf('p1') },
    ];
    const subject = { what: collections.pages, owner, isPublished: false };
    const initialState = storedPage({ owner });
    const back = { ...initialState, 'slugs/page:about-us': { id: 'p1' } };
    const update = { operation: 'update' as const, subject, try: { batch: rename } };
    return [
      { ...update, situation: `changed with ${whose} page`, initialState },
      { ...update, situation: `reused with ${whose} page`, initialState: back },
    ];
  }),
  {
    situation: 'alone',
    operation: 'delete',
    subject: { what: collections.slugs },
    initialState: { 'slugs/page:lost': { id: 'nothing' } },
    try: { batch: [{ delete: 'slugs/page:lost' }] },
  },
];

const trash = (uid: string): PermissionCase[] => {
  const entry: Fields = {
    collection: 'pages',
    id: 'gone',
    data: { title: 'Gone' },
    deleted_by: uid,
    deleted_at: storedTime,
  };
  const initialState = { 'trash/pages_gone': entry };
  const again = { ...storedPage({ owner: uid }), 'trash/pages_p1': { ...entry, id: 'p1' } };
  return [
    ...reads('trash/pages_gone', { what: collections.trash }, initialState),
    ...[uid, stranger].flatMap((owner) =>
      yesNo.map((isPublished): PermissionCase => {
        const data = { title: 'Gone', created_by: owner, is_published: isPublished };
        return {
          situation: `${word(owner === uid, 'own', "other's")} ${word(isPublished, 'published', 'draft')}`,
          operation: 'get',
          subject: { what: collections.trash, owner, isPublished },
          initialState: { 'trash/pages_gone': { ...entry, data } },
          try: { get: 'trash/pages_gone' },
        };
      }),
    ),
    {
      situation: 'alone',
      operation: 'delete',
      subject: { what: collections.trash },
      initialState,
      try: { batch: [{ delete: 'trash/pages_gone' }] },
    },
    {
      situation: 'over an existing trash entry',
      operation: 'delete',
      subject: { what: collections.pages, owner: uid, isPublished: false },
      initialState: again,
      try: { batch: deletePage(uid, again) },
    },
  ];
};

/** The permission cases of content and its companions for one user. */
export const contentCases = (uid: string): PermissionCase[] => [
  ...kinds.flatMap((kind) => content(uid, kind)),
  ...[protectedDemos, embeds, secrets, slugs, trash].flatMap((allCasesOf) => allCasesOf(uid)),
];
