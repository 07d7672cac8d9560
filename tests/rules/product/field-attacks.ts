import { author, editor, roleDocuments } from './actors.ts';
import { double, now, storedTime, type AttackCase, type Fields, type Plain, type Write } from './attack-case.ts';
import { idOf, kinds, type Kind } from './content-kinds.ts';
import { createPage, created, slugOf, updatePage, storedPage } from './documents.ts';
import { textOfLength } from './field-values.ts';

// Every field of every kind of content with valid and invalid values, on create and update, and the metadata
// fields (rev, created_*, updated_*). An editor with all permissions sends all requests.

const { uid } = editor;

const show = (value: Plain): string => {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 40 ? `${text.slice(0, 30)}… (${text.length - 2})` : text;
};

const standing = roleDocuments(editor, false);

/** The slug document of a changed slug, so that only the slug itself can be invalid. */
const slugWrite = (kind: Kind, slug: Plain): Write[] =>
  typeof slug !== 'string' || slug === '' || slug === '..'
    ? []
    : [{ set: `slugs/${kind.name}:${slug}`, data: slugOf(idOf(kind)) }];

const fieldCases = kinds.flatMap((kind) =>
  Object.entries(kind.cases).flatMap(([field, cases]) =>
    cases.flatMap(([value, expected, engineOnly]): AttackCase[] => {
      const common = { actor: editor, expected, ...(engineOnly !== undefined && { engineOnly }) };
      const isPath = field !== 'slug' || (typeof value === 'string' && value !== '' && value !== '..');
      const update = [...kind.update(uid, { [field]: value }), ...(field === 'slug' ? slugWrite(kind, value) : [])];
      return [
        ...(isPath
          ? [
              {
                ...common,
                name: `create ${kind.name} with ${field} ${show(value)}`,
                initialState: standing,
                try: { batch: kind.create(uid, { [field]: value }) },
              },
            ]
          : []),
        {
          ...common,
          name: `update ${kind.name} to ${field} ${show(value)}`,
          initialState: { ...standing, ...kind.stored({ owner: uid }) },
          try: { batch: update },
        },
      ];
    }),
  ),
);

const without = (data: Fields, field: string): Fields => {
  const { [field]: _dropped, ...rest } = data;
  return rest;
};

/** Replaces the data of the document itself in a batch that sets it. */
const withData = (writes: Write[], path: string, change: (data: Fields) => Fields): Write[] =>
  writes.map((write) => ('set' in write && write.set === path ? { set: path, data: change(write.data) } : write));

const shapeCases = kinds.flatMap((kind): AttackCase[] => {
  const fields = Object.keys({ ...kind.fields, ...created(uid) });
  const base = { actor: editor, expected: false };
  return [
    ...fields.map((field) => ({
      ...base,
      name: `create ${kind.name} without ${field}`,
      initialState: standing,
      try: { batch: withData(kind.create(uid, {}), kind.path, (data) => without(data, field)) },
      expected: kind.addedLater.includes(field),
    })),
    ...kind.addedLater.map((field) => ({
      ...base,
      name: `publish ${kind.name} that was stored before ${field}`,
      initialState: {
        ...standing,
        ...kind.stored({ owner: uid }),
        [kind.path]: without(kind.stored({ owner: uid })[kind.path] ?? {}, field),
      },
      try: { batch: kind.update(uid, { is_published: true }) },
      expected: true,
    })),
    {
      ...base,
      name: `create ${kind.name} with an unknown field`,
      initialState: standing,
      try: { batch: kind.create(uid, { password_hash: 'x' }) },
    },
    {
      ...base,
      name: `update ${kind.name} with an unknown field`,
      initialState: { ...standing, ...kind.stored({ owner: uid }) },
      try: { batch: kind.update(uid, { password_hash: 'x' }) },
    },
    {
      ...base,
      name: `create ${kind.name} under an id with other characters`,
      initialState: standing,
      try: { batch: kind.create(uid, {}).map((write) => renamed(write, kind, 'not an id')) },
    },
    {
      ...base,
      name: `create ${kind.name} under a long id`,
      initialState: standing,
      try: { batch: kind.create(uid, {}).map((write) => renamed(write, kind, textOfLength(65))) },
    },
    {
      ...base,
      name: `create ${kind.name} under the longest id`,
      expected: true,
      initialState: standing,
      try: { batch: kind.create(uid, {}).map((write) => renamed(write, kind, textOfLength(64))) },
    },
  ];
});

/** The write for a document with another id. */
function renamed(write: Write, kind: Kind, id: string): Write {
  const old = idOf(kind);
  if (!('set' in write)) return write;
  const data = write.data['id'] === old ? { ...write.data, id } : write.data;
  return { set: write.set.replace(new RegExp(`/${old}$`), `/${id}`), data };
}

const onWire = 'SDKs for JavaScript send whole numbers as integers';
const stranger = 'uid-of-somebody-else';

const createStamps: [string, Fields, string?][] = [
  ['rev 0', { rev: 0 }],
  ['rev 2', { rev: 2 }],
  ['rev as text', { rev: '1' }],
  ['rev as a double', { rev: double(1) }, onWire],
  ["the client's created_at", { created_at: new Date('2026-01-01') }],
  ["the client's updated_at", { updated_at: new Date('2026-01-01') }],
  ['a forged created_by', { created_by: stranger }],
  ['a forged updated_by', { updated_by: stranger }],
];

const updateStamps: [string, Fields, string?][] = [
  ['the stored rev', { rev: 3 }],
  ['a skipped rev', { rev: 5 }],
  ['an earlier rev', { rev: 2 }],
  ['rev as a double', { rev: double(4) }, onWire],
  ['another created_at', { created_at: now }],
  ['another created_by', { created_by: stranger }],
  ["the client's updated_at", { updated_at: new Date('2026-02-02') }],
  ['the stored updated_at', { updated_at: storedTime }],
  ['a forged updated_by', { updated_by: stranger }],
];

const stampCases = kinds.flatMap((kind): AttackCase[] => [
  ...createStamps.map(([change, data, engineOnly]) => ({
    name: `create ${kind.name} with ${change}`,
    actor: editor,
    initialState: standing,
    try: { batch: kind.create(uid, data) },
    expected: false,
    ...(engineOnly !== undefined && { engineOnly }),
  })),
  ...updateStamps.map(([change, data, engineOnly]) => ({
    name: `update ${kind.name} with ${change}`,
    actor: editor,
    initialState: { ...standing, ...kind.stored({ owner: uid }) },
    try: { batch: kind.update(uid, data) },
    expected: false,
    ...(engineOnly !== undefined && { engineOnly }),
  })),
]);

/** An author changes a document's owner. */
const ownership: AttackCase[] = [
  {
    name: 'author: create a page in the name of another user',
    actor: author,
    initialState: roleDocuments(author, false),
    try: { batch: createPage(author.uid, { created_by: stranger }) },
    expected: false,
  },
  {
    name: "author: take over another user's draft",
    actor: author,
    initialState: { ...roleDocuments(author, false), ...storedPage({ owner: stranger }) },
    try: { batch: updatePage(author.uid, { created_by: author.uid }) },
    expected: false,
  },
];

export const fieldAttacks: readonly AttackCase[] = [...fieldCases, ...shapeCases, ...stampCases, ...ownership];
