import { collections } from '@frontage/model/paths';
import type { Subject } from '@frontage/model/permissions';
import { admin, author, editor, roleDocuments } from './actors.ts';
import { double, now, storedTime, type AttackCase, type Fields, type InitialState, type Write } from './attack-case.ts';
import { by, stranger, withFields, withoutWrites } from './batch.ts';
import { reads, word, type PermissionCase } from './permission-case.ts';
import { textOfLength } from './field-values.ts';

const id = 'demo-images_0b8f1c9e-6d3a-4c1b-9f2e-7a5d4c3b2a10.png';
const mediaPath = `media/${id}`;

const stored = (owner: string | null): Fields => ({
  bucket: 'demo-images',
  path: '0b8f1c9e-6d3a-4c1b-9f2e-7a5d4c3b2a10.png',
  url: 'https://storage.example/v0/b/demo-images/o/0b8f1c9e.png?alt=media',
  name: 'harbor.png',
  type: 'image/png',
  bytes: 1_000,
  md5: 'AAAA',
  width: 1_200,
  height: 800,
  title: null,
  alt: null,
  is_decorative: false,
  focal: { x: double(0.5), y: double(0.5) },
  rev: 3,
  created_at: storedTime,
  created_by: owner,
  updated_at: storedTime,
  updated_by: owner,
});

/** The stored document of an image in the library. */
export const storedMedia = (owner: string | null): InitialState => ({ [mediaPath]: stored(owner) });

/** The same before a release has shown the image. */
const unshownMedia = (owner: string | null): InitialState => ({ [mediaPath]: { ...stored(owner), is_unshown: true } });

/** An edit of its description. */
export const describeMedia = (uid: string, fields: Fields = { alt: 'A harbor' }): Write[] => [
  { update: mediaPath, data: { rev: 4, updated_at: now, updated_by: uid, ...fields } },
];

const deleteMedia = (uid: string, owner: string | null): Write[] => [
  { delete: mediaPath },
  {
    set: `trash/media_${id}`,
    data: { collection: 'media', id, data: stored(owner), deleted_by: uid, deleted_at: now },
  },
];

/** The permission cases of the library for one user. */
export const mediaCases = (uid: string): PermissionCase[] =>
  [uid, stranger].flatMap((owner): PermissionCase[] => {
    const situation = word(owner === uid, 'own', "other's");
    const subject: Subject = { what: collections.media, owner };
    const initialState = storedMedia(owner);
    const created = { ...stored(owner), rev: 1, created_at: now, updated_at: now };
    return [
      ...reads(mediaPath, subject, initialState).map((one) => ({ ...one, situation })),
      {
        situation,
        operation: 'create',
        subject,
        initialState: {},
        try: { batch: [{ set: mediaPath, data: created }] },
      },
      { situation, operation: 'update', subject, initialState, try: { batch: describeMedia(uid) } },
      { situation, operation: 'delete', subject, initialState, try: { batch: deleteMedia(uid, owner) } },
    ];
  });

const { uid } = editor;
const edit = (name: string, fields: Fields, isExpected = false): AttackCase =>
  by(editor, `image: ${name}`, [storedMedia(stranger), describeMedia(uid, fields), isExpected]);

const values = (field: string, all: readonly [Fields[string], boolean][]): AttackCase[] =>
  all.map(([value, isExpected]) =>
    edit(
      `${field} ${JSON.stringify(value).slice(0, 30)} (${String(JSON.stringify(value).length)})`,
      { [field]: value },
      isExpected,
    ),
  );

const focal = (x: Fields[string], y: Fields[string]): Fields[string] => ({ x, y });
const deleting = deleteMedia(uid, stranger);

/** Invalid descriptions, changed facts of files, wrong stamps, and deletions without the trash. */
export const mediaAttacks: readonly AttackCase[] = [
  ...values('title', [
    [textOfLength(200), true],
    [textOfLength(201), false],
    [null, true],
    [7, false],
    ['a\0b', false],
  ]),
  ...values('alt', [
    [textOfLength(500), true],
    [textOfLength(501), false],
    ['', true],
    [7, false],
    ['a\0b', false],
  ]),
  ...values('is_decorative', [
    [true, true],
    [false, true],
    ['true', false],
    [null, false],
    [1, false],
  ]),
  edit('decorative with an alt text', { is_decorative: true, alt: 'A harbor' }),
  edit('decorative with an empty alt text', { is_decorative: true, alt: '' }, true),
  ...values('focal', [
    [focal(0, 1), true],
    [focal(double(0.25), double(0.75)), true],
    [focal(double(-0.01), 0), false],
    [focal(0, double(-0.01)), false],
    [focal(double(1.01), 0), false],
    [focal(0, double(1.01)), false],
    [focal('0', 0), false],
    [focal(0, '0'), false],
    [focal(null, 0), false],
    [{ x: 0 }, false],
    [{ y: 0 }, false],
    [{ x: 0, y: 0, z: 0 }, false],
    [null, false],
  ]),
  ...(['bucket', 'path', 'url', 'name', 'type', 'md5', 'created_by'] as const).map((field) =>
    edit(`another ${field}`, { [field]: 'x' }),
  ),
  ...(['bytes', 'width', 'height'] as const).map((field) => edit(`another ${field}`, { [field]: 1 })),
  edit('another time of the upload', { created_at: now }),
  edit('an unknown field', { alt: 'A harbor', note: 'x' }),
  ...[3, 5, double(4.5)].map((rev) => edit(`revision ${JSON.stringify(rev)} after 3`, { alt: 'A harbor', rev })),
  {
    ...edit('revision 4 as a double', { alt: 'A harbor', rev: double(4) }),
    engineOnly: 'the SDKs send it as an integer',
  },
  edit("in the client's time", { alt: 'A harbor', updated_at: storedTime }),
  edit('in the name of another', { alt: 'A harbor', updated_by: stranger }),
  edit('marked as unshown', { alt: 'A harbor', is_unshown: true }),
  by(editor, 'unshown image described', [unshownMedia(stranger), describeMedia(uid), true]),
  by(editor, 'unshown image, without the mark', [
    unshownMedia(stranger),
    [{ set: mediaPath, data: { ...stored(stranger), alt: 'A harbor', rev: 4, updated_at: now, updated_by: uid } }],
  ]),
  by(author, 'own unshown image described without a function', [unshownMedia(author.uid), describeMedia(author.uid)]),
  by(author, 'own unshown image deleted without a function', [
    unshownMedia(author.uid),
    withFields(deleteMedia(author.uid, author.uid), 'trash', { data: { ...stored(author.uid), is_unshown: true } }),
  ]),
  by(author, 'image without a known uploader', [storedMedia(null), describeMedia(author.uid)]),
  by(admin, 'image without a known uploader', [storedMedia(null), describeMedia(admin.uid), true]),
  by(editor, 'image deleted with its trash', [storedMedia(stranger), deleting, true]),
  by(editor, 'image deleted without trash', [storedMedia(stranger), withoutWrites(deleting, 'trash')]),
  by(editor, 'image deleted, trash of an earlier time', [
    { ...storedMedia(stranger), [`trash/media_${id}`]: { deleted_at: storedTime } },
    withoutWrites(deleting, 'trash'),
  ]),
  by(editor, 'image deleted, trash altered', [
    storedMedia(stranger),
    withFields(deleting, 'trash', { data: { alt: 'x' } }),
  ]),
  {
    name: 'image restored by a client',
    actor: editor,
    initialState: roleDocuments(editor, false),
    try: { batch: [{ set: mediaPath, data: { ...stored(uid), rev: 4, updated_at: now } }] },
    expected: false,
  },
];
