import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  deleteObject,
  getBytes,
  getDownloadURL,
  getMetadata,
  listAll,
  ref,
  updateMetadata,
  uploadBytes,
} from 'firebase/storage';
import type { FirebaseStorage } from 'firebase/storage';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import type { App } from 'firebase-admin/app';
import { getFirestore } from 'firebase-admin/firestore';
import { getStorage as getAdminStorage } from 'firebase-admin/storage';
import { openTarget } from '../target.ts';
import type { Target } from '../target.ts';
import { codeOf } from '../auth/client.ts';
import { BUCKET, newName, openStorage, putRules, storageRules } from './client.ts';

type Operation = (storage: FirebaseStorage, path: string) => Promise<unknown>;

const png = { contentType: 'image/png' };
const small = new Uint8Array(10);
const large = new Uint8Array(2_000);

const read: Operation = (storage, path) => getBytes(ref(storage, path));
const head: Operation = (storage, path) => getMetadata(ref(storage, path));
const link: Operation = (storage, path) => getDownloadURL(ref(storage, path));
const browse: Operation = (storage, path) => listAll(ref(storage, path).parent!);
const put =
  (data = small, metadata: object = png): Operation =>
  (storage, path) =>
    uploadBytes(ref(storage, path), data, metadata);
const relabel: Operation = (storage, path) => updateMetadata(ref(storage, path), { contentType: 'text/plain' });
const remove: Operation = (storage, path) => deleteObject(ref(storage, path));

const ada = { user_id: 'ada', sub: 'ada', roles: ['editor'] };
const bob = { user_id: 'bob', sub: 'bob' };
const nobody = undefined;

interface Vector {
  fact: string;
  rules: string;
  as: typeof ada | typeof bob | undefined;
  /** Object names, `new/` standing for a fresh folder. */
  path?: string;
  /** Exists before the operation. */
  exists?: boolean;
  operation: Operation;
  allowed: boolean;
}

const images = (condition: string): string => storageRules(`    match /{path=**} { ${condition} }`);

const vectors: Vector[] = [
  {
    fact: 'without a rule nothing is read',
    rules: storageRules(''),
    as: ada,
    exists: true,
    operation: read,
    allowed: false,
  },
  { fact: 'without a rule nothing is written', rules: storageRules(''), as: ada, operation: put(), allowed: false },
  {
    fact: 'if false denies',
    rules: images('allow read, write: if false;'),
    as: ada,
    exists: true,
    operation: read,
    allowed: false,
  },
  { fact: 'read covers get', rules: images('allow read;'), as: nobody, exists: true, operation: read, allowed: true },
  {
    fact: 'read covers metadata',
    rules: images('allow read;'),
    as: nobody,
    exists: true,
    operation: head,
    allowed: true,
  },
  {
    fact: 'read covers list',
    rules: images('allow read;'),
    as: nobody,
    exists: true,
    operation: browse,
    allowed: true,
  },
  {
    fact: 'get does not cover list',
    rules: images('allow get;'),
    as: nobody,
    exists: true,
    operation: browse,
    allowed: false,
  },
  {
    fact: 'list does not cover get',
    rules: images('allow list;'),
    as: nobody,
    exists: true,
    operation: read,
    allowed: false,
  },
  {
    fact: 'a download address needs get',
    rules: images('allow list;'),
    as: nobody,
    exists: true,
    operation: link,
    allowed: false,
  },
  { fact: 'write covers create', rules: images('allow write;'), as: nobody, operation: put(), allowed: true },
  {
    fact: 'write covers update',
    rules: images('allow write;'),
    as: nobody,
    exists: true,
    operation: relabel,
    allowed: true,
  },
  {
    fact: 'write covers delete',
    rules: images('allow write;'),
    as: nobody,
    exists: true,
    operation: remove,
    allowed: true,
  },
  {
    fact: 'create does not cover delete',
    rules: images('allow create;'),
    as: nobody,
    exists: true,
    operation: remove,
    allowed: false,
  },
  {
    fact: 'create does not cover update of metadata',
    rules: images('allow create;'),
    as: nobody,
    exists: true,
    operation: relabel,
    allowed: false,
  },
  { fact: 'read does not cover create', rules: images('allow read;'), as: nobody, operation: put(), allowed: false },
  {
    fact: 'request.auth is null without sign-in',
    rules: images('allow read: if request.auth != null;'),
    as: nobody,
    exists: true,
    operation: read,
    allowed: false,
  },
  {
    fact: 'request.auth is set after sign-in',
    rules: images('allow read: if request.auth != null;'),
    as: bob,
    exists: true,
    operation: read,
    allowed: true,
  },
  {
    fact: 'request.auth.uid is the caller',
    rules: images("allow read: if request.auth.uid == 'ada';"),
    as: bob,
    exists: true,
    operation: read,
    allowed: false,
  },
  {
    fact: 'claims are in request.auth.token',
    rules: images("allow read: if 'editor' in request.auth.token.roles;"),
    as: ada,
    exists: true,
    operation: read,
    allowed: true,
  },
  {
    fact: 'a missing claim denies',
    rules: images("allow read: if 'editor' in request.auth.token.roles;"),
    as: bob,
    exists: true,
    operation: read,
    allowed: false,
  },
  {
    fact: 'wildcards bind path segments',
    rules: storageRules('    match /new/{uid}/{file} { allow write: if request.auth.uid == uid; }'),
    as: ada,
    path: 'new/ada/x.png',
    operation: put(),
    allowed: true,
  },
  {
    fact: 'wildcards bind to what the path says',
    rules: storageRules('    match /new/{uid}/{file} { allow write: if request.auth.uid == uid; }'),
    as: bob,
    path: 'new/ada/x.png',
    operation: put(),
    allowed: false,
  },
  {
    fact: 'a single wildcard takes one segment',
    rules: storageRules('    match /new/{file} { allow write; }'),
    as: ada,
    path: 'new/a/b.png',
    operation: put(),
    allowed: false,
  },
  {
    fact: 'a recursive wildcard takes any number',
    rules: storageRules('    match /new/{file=**} { allow write; }'),
    as: ada,
    path: 'new/a/b/c.png',
    operation: put(),
    allowed: true,
  },
  {
    fact: 'the bucket can be matched',
    rules: `rules_version = '2';\nservice firebase.storage { match /b/other-bucket/o/{p=**} { allow read; } }`,
    as: ada,
    exists: true,
    operation: read,
    allowed: false,
  },
  {
    fact: 'the size is checked before storing',
    rules: images('allow create: if request.resource.size < 1000;'),
    as: ada,
    operation: put(large),
    allowed: false,
  },
  {
    fact: 'a small file passes the size check',
    rules: images('allow create: if request.resource.size < 1000;'),
    as: ada,
    operation: put(small),
    allowed: true,
  },
  {
    fact: 'the content type is checked',
    rules: images("allow create: if request.resource.contentType.matches('image/(png|jpeg)');"),
    as: ada,
    operation: put(small, { contentType: 'text/html' }),
    allowed: false,
  },
  {
    fact: 'the right content type passes',
    rules: images("allow create: if request.resource.contentType.matches('image/(png|jpeg)');"),
    as: ada,
    operation: put(),
    allowed: true,
  },
  {
    fact: 'matches() is about the whole text',
    rules: images("allow create: if request.resource.contentType.matches('image/png');"),
    as: ada,
    operation: put(small, { contentType: 'image/png; x=1' }),
    allowed: false,
  },
  {
    fact: 'resource is null for a new object',
    rules: images('allow create: if resource == null;'),
    as: ada,
    operation: put(),
    allowed: true,
  },
  {
    fact: 'resource is set when an object would be replaced',
    rules: images('allow create: if resource == null;'),
    as: ada,
    exists: true,
    operation: put(),
    allowed: false,
  },
  {
    fact: 'custom metadata can be checked',
    rules: images('allow create: if request.resource.metadata.owner == request.auth.uid;'),
    as: ada,
    operation: put(small, { ...png, customMetadata: { owner: 'ada' } }),
    allowed: true,
  },
  {
    fact: 'missing custom metadata denies',
    rules: images('allow create: if request.resource.metadata.owner == request.auth.uid;'),
    as: ada,
    operation: put(),
    allowed: false,
  },
  {
    fact: 'an update sees the metadata to be',
    rules: images(
      "allow update: if request.resource.contentType == 'text/plain' && resource.contentType == 'image/png';",
    ),
    as: ada,
    exists: true,
    operation: relabel,
    allowed: true,
  },
  {
    fact: 'a delete sees the object',
    rules: images('allow delete: if resource.size == 10;'),
    as: ada,
    exists: true,
    operation: remove,
    allowed: true,
  },
  {
    fact: 'a name can be matched',
    rules: images("allow create: if request.resource.name.matches('.*[.]png');"),
    as: ada,
    path: 'new/x.gif',
    operation: put(),
    allowed: false,
  },
  {
    fact: 'an error denies',
    rules: images('allow read: if resource.metadata.missing == "x";'),
    as: ada,
    exists: true,
    operation: read,
    allowed: false,
  },
  {
    fact: 'an error beside true in || is absorbed',
    rules: images('allow read: if resource.metadata.missing == "x" || true;'),
    as: ada,
    exists: true,
    operation: read,
    allowed: true,
  },
  {
    fact: 'one of several rules is enough',
    rules: images('allow read: if false; allow read: if request.auth.uid == "ada";'),
    as: ada,
    exists: true,
    operation: read,
    allowed: true,
  },
  {
    fact: 'functions can be called',
    rules: storageRules(
      '    function mine() { return request.auth.uid == "ada"; }\n    match /{p=**} { allow read: if mine(); }',
    ),
    as: ada,
    exists: true,
    operation: read,
    allowed: true,
  },
  {
    fact: 'request.time is now',
    rules: images('allow read: if request.time > timestamp.date(2024, 1, 1);'),
    as: ada,
    exists: true,
    operation: read,
    allowed: true,
  },
  {
    fact: 'firestore.get reads a document',
    rules: images(
      'allow read: if firestore.get(/databases/(default)/documents/members/$(request.auth.uid)).data.level == 3;',
    ),
    as: ada,
    exists: true,
    operation: read,
    allowed: true,
  },
  {
    fact: 'firestore.get of a missing document denies',
    rules: images(
      'allow read: if firestore.get(/databases/(default)/documents/members/$(request.auth.uid)).data.level == 3;',
    ),
    as: bob,
    exists: true,
    operation: read,
    allowed: false,
  },
  {
    fact: 'firestore.exists says yes',
    rules: images('allow read: if firestore.exists(/databases/(default)/documents/members/$(request.auth.uid));'),
    as: ada,
    exists: true,
    operation: read,
    allowed: true,
  },
  {
    fact: 'firestore.exists says no',
    rules: images('allow read: if firestore.exists(/databases/(default)/documents/members/$(request.auth.uid));'),
    as: bob,
    exists: true,
    operation: read,
    allowed: false,
  },
  {
    fact: 'a third document read denies',
    rules: images(
      'allow read: if firestore.exists(/databases/(default)/documents/members/ada) && !firestore.exists(/databases/(default)/documents/members/x) && !firestore.exists(/databases/(default)/documents/members/y);',
    ),
    as: ada,
    exists: true,
    operation: read,
    allowed: false,
  },
];

describe('storage rules', () => {
  let target: Target;
  let app: App;

  beforeAll(async () => {
    target = await openTarget({ only: ['storage', 'firestore'] });
    app = initializeApp({ projectId: target.project, storageBucket: BUCKET });
    await getFirestore(app).doc('members/ada').set({ level: 3 });
  });
  afterAll(async () => {
    await deleteApp(app);
    await target.stop();
  });

  it.each(vectors)('$fact', async ({ rules, as, path = 'new/file.png', exists = false, operation, allowed }) => {
    const unique = newName('').replace(/\/$/, '');
    const place = path.replace(/^new\//, `${unique}/`);
    if (exists) await getAdminStorage(app).bucket().file(place).save(Buffer.from(small), { contentType: 'image/png' });
    await putRules(target, rules.replaceAll('/new/', `/${unique}/`));
    const { storage, close } = openStorage(target, as);
    const code = await codeOf(operation(storage, place));
    await close();
    expect(code).toBe(allowed ? 'resolved' : 'storage/unauthorized');
  });

  it('a denied upload stores nothing', async () => {
    await putRules(target, images('allow read; allow create: if request.resource.size < 5;'));
    const { storage, close } = openStorage(target, ada);
    const reference = ref(storage, newName());
    expect(await codeOf(uploadBytes(reference, small))).toBe('storage/unauthorized');
    expect(await codeOf(getMetadata(reference))).toBe('storage/object-not-found');
    await close();
  });

  it('a token in the address reads past the rules', async () => {
    await putRules(target, images('allow read, write;'));
    const { storage, close } = openStorage(target, ada);
    const reference = ref(storage, newName());
    await uploadBytes(reference, small);
    const url = await getDownloadURL(reference);
    await putRules(target, images('allow read: if false;'));
    expect((await fetch(url)).status).toBe(200);
    expect((await fetch(url.replace(/token=.*/, 'token=wrong'))).status).toBe(403);
    await close();
  });

  it('rules that do not compile are refused and change nothing', async () => {
    await putRules(target, images('allow read, write;'));
    await expect(putRules(target, 'rules_version = "2"; service firebase.storage { match')).rejects.toThrow();
    const { storage, close } = openStorage(target, ada);
    expect(await codeOf(uploadBytes(ref(storage, newName()), small))).toBe('resolved');
    await close();
  });
});
