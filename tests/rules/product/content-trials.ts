import { collections } from '@frontage/model/paths';
import type { Guarded, Subject } from '@frontage/model/permissions';
import { storedTime, type Fields, type World, type Write } from './attempt.ts';
import {
  createDemo,
  createPage,
  createSection,
  deleteDemo,
  deletePage,
  deleteSection,
  otherEmbed,
  sealedHash,
  slugOf,
  storedDemo,
  storedPage,
  storedSection,
  updateDemo,
  updatePage,
  updateSection,
} from './documents.ts';
import { reads, stranger, word, yesNo, type Trial } from './trial.ts';

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
    const whose = word(owner === uid, 'own', "other's");
    const rename: Write[] = [
      ...updatePage(uid, { slug: 'about-us' }),
      { set: 'slugs/page:about-us', data: slugOf('p1') },
    ];
    const subject = { what: collections.pages, owner, isPublished: false };
    const world = storedPage({ owner });
    const back = { ...world, 'slugs/page:about-us': { id: 'p1' } };
    const update = { operation: 'update' as const, subject, try: { batch: rename } };
    return [
      { ...update, situation: `changed beside ${whose} page`, world },
      { ...update, situation: `gone back to beside ${whose} page`, world: back },
    ];
  }),
  {
    situation: 'alone',
    operation: 'delete',
    subject: { what: collections.slugs },
    world: { 'slugs/page:lost': { id: 'nothing' } },
    try: { batch: [{ delete: 'slugs/page:lost' }] },
  },
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

/** Content and its companions as one person meets them. */
export const contentTrials = (uid: string): Trial[] =>
  [sections, pages, demos, embeds, secrets, slugs, trash].flatMap((trialsOf) => trialsOf(uid));
