import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getDownloadURL, getMetadata, ref, uploadBytes } from 'firebase/storage';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import type { App } from 'firebase-admin/app';
import { getFirestore } from 'firebase-admin/firestore';
import { getStorage as getAdminStorage } from 'firebase-admin/storage';
import { openTarget } from '../target.ts';
import type { Target } from '../target.ts';
import { codeOf } from '../auth/client.ts';
import { BUCKET, newName, openStorage, putRules } from './client.ts';
import { ada, images, small } from './rules-case.ts';
import { methodCases } from './rules-methods.ts';
import { requestCases } from './rules-requests.ts';
import { resourceCases } from './rules-resources.ts';

describe('storage rules', () => {
  let target: Target;
  let app: App;

  beforeAll(async () => {
    target = await openTarget({ only: ['storage', 'firestore'] });
    app = initializeApp({ projectId: target.project, storageBucket: BUCKET }, 'storage-rules');
    await getFirestore(app).doc('members/ada').set({ level: 3 });
  });
  afterAll(async () => {
    await deleteApp(app);
    await target.stop();
  });

  it.each([...methodCases, ...requestCases, ...resourceCases])(
    '$fact',
    async ({ rules, as, path = 'new/file.png', exists = false, operation, allowed }) => {
      const unique = newName('').replace(/\/$/, '');
      const objectName = path.replace(/^new\//, `${unique}/`);
      if (exists)
        await getAdminStorage(app).bucket().file(objectName).save(Buffer.from(small), { contentType: 'image/png' });
      await putRules(target, rules.replaceAll('/new/', `/${unique}/`));
      const { storage, close } = openStorage(target, as);
      const code = await codeOf(operation(storage, objectName));
      await close();
      expect(code).toBe(allowed ? 'resolved' : 'storage/unauthorized');
    },
  );

  it('a denied upload stores nothing', async () => {
    await putRules(target, images('allow read; allow create: if request.resource.size < 5;'));
    const { storage, close } = openStorage(target, ada);
    const reference = ref(storage, newName());
    expect(await codeOf(uploadBytes(reference, small))).toBe('storage/unauthorized');
    expect(await codeOf(getMetadata(reference))).toBe('storage/object-not-found');
    await close();
  });

  it('a download token in the URL bypasses the rules', async () => {
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

  it('rules that do not compile are rejected, and the previous ones stay', async () => {
    await putRules(target, images('allow read, write;'));
    await expect(putRules(target, 'rules_version = "2"; service firebase.storage { match')).rejects.toThrow();
    const { storage, close } = openStorage(target, ada);
    expect(await codeOf(uploadBytes(ref(storage, newName()), small))).toBe('resolved');
    await close();
  });
});
