import { can, type Operation } from '@frontage/model/permissions';
import { buckets, type Bucket } from '@frontage/model/paths';
import { uploadName, uploads } from '@frontage/model/uploads';
import { timestampOfDate, type RulesValue } from '@frontage/rules-engine/values';
import type { Ruleset, RulesRequest } from '@frontage/rules-engine/ruleset';
import {
  actors,
  admin,
  author,
  authorAndEditor,
  editor,
  isBarred,
  secondFactorActors,
  roleDocuments,
  viewerOf,
} from './actors.ts';
import { requestTime, storedTime, type Actor, type InitialState } from './attack-case.ts';
import { authOf, toMap } from './run-in-engine.ts';

/** A case of the storage rules. The file exists, except for uploads without `replaces`. */
export interface StorageCase {
  name: string;
  actor: Actor | null;
  initialState: InitialState;
  operation: Operation;
  bucket: string;
  file: string;
  contentType: string;
  size: number;
  /** Custom metadata; null for none. */
  metadata?: Record<string, string> | null;
  /** Set for an upload under an existing name. */
  replaces?: true;
  expected: boolean;
}

const uuid = '0b8f1c9e-6d3a-4c1b-9f2e-7a5d4c3b2a10';
const photo = uploadName('homepage-images', 'image/png', uuid) ?? '';

const standing = (actor: Actor | null, secondFactorRequired: boolean): InitialState => ({
  // `claimFirstAdmin` writes this setting, so it exists in every project with an administrator.
  'site_settings/security': { value: { require_second_factor: false }, rev: 1 },
  ...roleDocuments(actor, secondFactorRequired),
});

const operations: Operation[] = ['get', 'list', 'create', 'update', 'delete'];

function permissionCasesOf(actor: Actor | null, secondFactorRequired: boolean): StorageCase[] {
  const viewer = isBarred(actor) ? { uid: null, roles: [] } : viewerOf(actor, secondFactorRequired);
  return Object.values(buckets).flatMap((bucket) =>
    operations.flatMap((operation) =>
      [bucket, `acme-${bucket}`].map((name) => ({
        name: `${secondFactorRequired ? '(second factor required) ' : ''}${actor?.name ?? 'signed out'}: ${operation} in ${name}`,
        actor,
        initialState: standing(actor, secondFactorRequired),
        operation,
        bucket: name,
        file: operation === 'list' ? '' : photo,
        contentType: 'image/png',
        size: 1_000,
        expected: can(viewer, operation, { what: bucket }),
      })),
    ),
  );
}

const uploader: Record<Bucket, Actor> = { 'homepage-images': editor, 'demo-images': author, 'branding-assets': admin };

const upload = (bucket: Bucket, name: string, change: Partial<StorageCase>): StorageCase => ({
  name: `${bucket}: ${name}`,
  actor: uploader[bucket],
  initialState: standing(uploader[bucket], false),
  operation: 'create',
  bucket,
  file: photo,
  contentType: 'image/png',
  size: 1_000,
  expected: false,
  ...change,
});

const types = ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml', 'image/gif', 'text/html', 'image/pngx', ''];
const extensions = ['png', 'jpg', 'jpeg', 'webp', 'svg', 'gif', 'html', 'PNG', 'png.html'];

const attacks: StorageCase[] = Object.values(buckets).flatMap((bucket) => {
  const { types: accepted, maxBytes } = uploads[bucket];
  return [
    ...types.flatMap((contentType) =>
      extensions.map((extension) =>
        upload(bucket, `${contentType || 'no type'} named .${extension}`, {
          contentType,
          file: `${uuid}.${extension}`,
          expected: accepted[contentType]?.includes(extension) ?? false,
        }),
      ),
    ),
    upload(bucket, 'the largest size', { size: maxBytes, expected: true }),
    upload(bucket, 'a byte above the largest size', { size: maxBytes + 1 }),
    upload(bucket, 'one byte', { size: 1, expected: true }),
    upload(bucket, 'an empty file', { size: 0 }),
    upload(bucket, 'over an existing file', { replaces: true }),
    upload(bucket, 'without metadata', { metadata: null, expected: true }),
    upload(bucket, 'with its name alone', { metadata: { name: 'harbor.png' }, expected: true }),
    upload(bucket, 'with its uploader', { metadata: { uploader: uploader[bucket].uid }, expected: true }),
    upload(bucket, 'in the name of another', { metadata: { uploader: 'uid-of-somebody-else' } }),
    ...[
      'logo-1772600767089.png',
      'logo.png',
      `${uuid}`,
      `${uuid}png`,
      `x${uuid}.png`,
      `${uuid.toUpperCase()}.png`,
      '0b8f1c9e-6d3a-1c1b-9f2e-7a5d4c3b2a10.png',
      '0b8f1c9e-6d3a-4c1b-cf2e-7a5d4c3b2a10.png',
      `folder/${uuid}.png`,
    ].map((file) => upload(bucket, `named ${file}`, { file })),
  ];
});

const elsewhere = ['other', `${buckets.demoImages}-copy`, `x${buckets.demoImages}`, 'frontage.appspot.com'].map(
  (bucket): StorageCase => ({
    ...upload('demo-images', `bucket ${bucket}`, { bucket, actor: admin, initialState: standing(admin, false) }),
  }),
);

const withoutSetting: StorageCase = upload('branding-assets', 'without the security setting', {
  initialState: roleDocuments(admin, false),
});

// The address was on a page before its file existed.
const claimed = (actor: Actor, expected: boolean): StorageCase =>
  upload('demo-images', `${actor.name} at an address that a release has shown`, {
    ...{ actor, expected },
    initialState: { ...standing(actor, false), [`upload_states/${photo}`]: { shown_at: storedTime } },
  });

export const storageAttackCases: readonly StorageCase[] = [
  ...[claimed(author, false), claimed(authorAndEditor, true), claimed(editor, true), claimed(admin, true)],
  ...actors.flatMap((actor) => permissionCasesOf(actor, false)),
  ...secondFactorActors.flatMap((actor) => permissionCasesOf(actor, true)),
  ...attacks,
  ...elsewhere,
  withoutSetting,
];

/** Evaluates a case. Returns the decision and the number of Firestore documents that the rules read. */
export function decideStorage(
  ruleset: Ruleset,
  attackCase: StorageCase,
): { allowed: boolean; reason: string; accessCalls: number } {
  const { actor, bucket, contentType, file, metadata = {}, operation, size } = attackCase;
  const object = new Map<string, RulesValue>([
    ['name', file],
    ['bucket', bucket],
    ['size', BigInt(size)],
    ['contentType', contentType],
    ['timeCreated', timestampOfDate(requestTime)],
    ['metadata', metadata && new Map(Object.entries(metadata))],
  ]);
  const exists = operation !== 'create' || attackCase.replaces;
  const request: RulesRequest = {
    service: 'firebase.storage',
    path: `b/${bucket}/o${file === '' ? '' : `/${file}`}`,
    method: operation,
    auth: authOf(actor),
    time: requestTime,
    resource: exists ? object : null,
    requestResource: operation === 'create' || operation === 'update' ? object : null,
  };
  const read = (path: string) => {
    const fields = attackCase.initialState[path];
    return fields ? toMap(fields) : null;
  };
  return ruleset.evaluate(request, { get: read, getAfter: read }, null);
}
