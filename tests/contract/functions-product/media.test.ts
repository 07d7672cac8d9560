import { randomUUID } from 'node:crypto';
import { localBuckets } from '#cli/target/configuration.ts';
import { addUploads } from '@frontage/functions/uploads/keep-media';
import { purgeUnused } from '@frontage/functions/uploads/unused-uploads';
import { firestoreSource } from '../../../pipeline/adapters/firestore/source.ts';
import { durations } from '@frontage/model/limits';
import { withoutMetadata } from '@frontage/model/image-metadata';
import { mediaDocument } from '@frontage/model/media';
import { timestampsToIso } from '@frontage/functions/content/documents';
import { doc, serverTimestamp, updateDoc } from 'firebase/firestore/lite';
import { deleteObject, ref, updateMetadata, uploadBytes } from 'firebase/storage';
import { getDownloadURL, getStorage } from 'firebase-admin/storage';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { describeFunctions, openProduct, refusalOf, type Person, type Product } from './product.ts';

let product: Product;
let editor: Person;
let author: Person;
beforeAll(async () => {
  product = await openProduct();
});
afterAll(() => product.stop());
beforeEach(async () => {
  for (const name of Object.values(localBuckets)) await bucket(name).deleteFiles();
  await product.clear();
  await product.firestore.doc('site_settings/security').set({ value: { require_second_factor: false }, rev: 1 });
  editor = await product.signUp({ roles: ['editor'] });
  author = await product.signUp({ roles: ['author'] });
});

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0f284c' } });
const bucket = (name: string = 'demo-images') => getStorage().bucket(name);
const read = async (path: string) => (await product.firestore.doc(path).get()).data();
const describe = (id: string) => read(`media/${id}`);

async function upload(person: Person, bytes: Buffer, name = 'harbor at dawn.jpg'): Promise<string> {
  const path = `${randomUUID()}.jpg`;
  const customMetadata = { name, uploader: person.uid };
  await uploadBytes(ref(person.bucket('demo-images'), path), bytes, { contentType: 'image/jpeg', customMetadata });
  await product.idle();
  return path;
}

const moveToTrash = (person: Person, id: string) => person.call('deleteMedia', { id });
/** Marks an image as the pipeline does before it commits the first release that shows it. */
const markShown = (id: string) => firestoreSource(product.firestore).markShown([id.slice('demo-images_'.length)]);
const fields = { title: null, alt: 'A harbor', is_decorative: false, focal: { x: 0.5, y: 0.5 } };

describeFunctions('the library', () => {
  it('describes every upload with the facts of its file', async () => {
    const bytes = await picture(60, 40).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const path = await upload(author, bytes);
    const media = await describe(`demo-images_${path}`);
    expect(media).toMatchObject({
      ...{ bucket: 'demo-images', path, name: 'harbor at dawn.jpg', type: 'image/jpeg' },
      bytes: withoutMetadata(bytes).length,
      ...{ width: 40, height: 60, alt: null, title: null, is_decorative: false, focal: { x: 0.5, y: 0.5 } },
      ...{ rev: 1, created_by: author.uid, updated_by: author.uid },
    });
    expect(mediaDocument.safeParse(timestampsToIso(media)).success).toBe(true);
    expect(media?.['url']).toBe(await getDownloadURL(bucket().file(path)));
    expect((await fetch(String(media?.['url']))).status).toBe(200);
  });

  it('removes the position and other metadata from the stored file, which pages show until it is processed', async () => {
    const secret = { IFD0: { Artist: 'Secret' }, IFD3: { GPSLatitude: '52/1 31/1 0/1' } };
    const photo = await picture(60, 40).withExif(secret).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const path = await upload(author, photo);
    const media = await describe(`demo-images_${path}`);
    const served = Buffer.from(await (await fetch(String(media?.['url']))).bytes());
    expect([photo.includes('Secret'), served.includes('Secret')]).toEqual([true, false]);
    expect(await sharp(served).metadata()).toMatchObject({ width: 60, height: 40, orientation: 6 });
    expect(media).toMatchObject({ bytes: served.length, rev: 1, name: 'harbor at dawn.jpg', created_by: author.uid });
    // Uploads of earlier versions.
    await product.firestore.doc('system/restore').set({ is_done: false });
    await bucket()
      .file('old.jpg')
      .save(photo, { metadata: { contentType: 'image/jpeg' } });
    await product.idle();
    await product.firestore.doc('system/restore').delete();
    const stored = async () => (await bucket().file('old.jpg').download())[0];
    expect((await stored()).equals(photo)).toBe(true);
    await addUploads({
      ...{ firestore: product.firestore, storage: getStorage(), names: localBuckets, isDry: false },
      onUpload: () => undefined,
    });
    expect((await stored()).includes('Secret')).toBe(false);
  });

  it('has no document of a refused upload', async () => {
    await upload(author, Buffer.from('<html>'));
    expect((await product.firestore.collection('media').get()).size).toBe(0);
  });

  it('keeps the description when the file is replaced', async () => {
    const path = await upload(author, await picture(60, 40).jpeg().toBuffer());
    const id = `demo-images_${path}`;
    await product.firestore.doc(`media/${id}`).update({ alt: 'A harbor', rev: 2 });
    const before = await describe(id);
    await bucket()
      .file(path)
      .save(await picture(20, 10).png().toBuffer(), { metadata: { contentType: 'image/png' } });
    await product.idle();
    expect(await describe(id)).toMatchObject({ alt: 'A harbor', rev: 3, type: 'image/png', width: 20, height: 10 });
    expect((await describe(id))?.['md5']).not.toBe(before?.['md5']);
  });

  it('loses the document with its file', async () => {
    const path = await upload(author, await picture(6, 4).jpeg().toBuffer());
    await bucket().file(path).delete();
    await product.idle();
    expect(await describe(`demo-images_${path}`)).toBeUndefined();
  });

  it('restores an image from the trash, by editors', async () => {
    const id = `demo-images_${await upload(author, await picture(6, 4).jpeg().toBuffer())}`;
    await moveToTrash(author, id);
    expect(await describe(id)).toBeUndefined();
    const trashId = `media_${id}`;
    const other = await product.signUp({ roles: ['author'] });
    expect(await refusalOf(other.call('restoreFromTrash', { trashId }))).toMatch(/^permission-denied/);
    await editor.call('restoreFromTrash', { trashId });
    expect(await describe(id)).toMatchObject({ rev: 2, created_by: author.uid, updated_by: editor.uid });
    expect(await read(`trash/${trashId}`)).toBeUndefined();
    expect(await refusalOf(editor.call('restoreFromTrash', { trashId }))).toMatch(/^not-found/);
  });

  it('purges files 30 days after their deletion, unless they are used', async () => {
    const [unused, used, kept] = [
      await upload(author, await picture(6, 4).jpeg().toBuffer()),
      await upload(author, await picture(7, 4).jpeg().toBuffer()),
      await upload(author, await picture(8, 4).jpeg().toBuffer()),
    ];
    await product.firestore.doc('pages/p').set({ body: `![](https://x.example/v0/b/demo-images/o/${used})` });
    for (const path of [unused, used]) await moveToTrash(author, `demo-images_${path}`);
    const purge = (days: number) =>
      purgeUnused(
        { firestore: product.firestore, storage: getStorage(), names: localBuckets },
        new Date(Date.now() + days * 86_400_000),
      );
    const days = durations.trashKept / 86_400_000;
    expect(await purge(days - 1)).toEqual({ unused: 0, deleted: 0 });
    expect(await purge(days + 1)).toEqual({ unused: 0, deleted: 1 });
    const exists = async (path: string) => (await bucket().file(path).exists())[0];
    expect([await exists(unused), await exists(used), await exists(kept)]).toEqual([false, true, true]);
    expect(await read(`trash/media_demo-images_${unused}`)).toBeUndefined();
    expect(await read(`trash/media_demo-images_${used}`)).toBeDefined();
    await product.firestore.doc('pages/p').delete();
    expect(await purge(days + 2)).toEqual({ unused: 0, deleted: 1 });
    expect([await exists(used), await exists(kept)]).toEqual([false, true]);
  });

  it('replaces a file at its address, and back', async () => {
    const small = await picture(6, 4).jpeg().toBuffer();
    const id = `demo-images_${await upload(author, small, 'small.jpg')}`;
    const first = await describe(id);
    const other = await upload(author, await picture(60, 40).jpeg().toBuffer(), 'large.jpg');
    const by = `demo-images_${other}`;
    const url = String(first?.['url']);
    const shown = async () => (await (await fetch(url)).bytes()).byteLength;
    const replace = (person: Person, md5: unknown) => person.call('replaceMedia', { id, by, md5: String(md5) });
    expect(await refusalOf(replace(await product.signUp({ roles: ['author'] }), first?.['md5']))).toMatch(
      /^permission-denied/,
    );
    expect(await refusalOf(replace(author, 'old'))).toMatch(/^aborted/);
    await replace(author, first?.['md5']);
    await product.idle();
    expect(await describe(id)).toMatchObject({ name: 'large.jpg', width: 60, url, rev: 2, created_by: author.uid });
    expect(await describe(by)).toBeUndefined();
    expect(await read(`trash/media_${by}`)).toMatchObject({ data: { name: 'small.jpg', width: 6 } });
    expect(await shown()).toBeGreaterThan(small.length);
    expect(await refusalOf(replace(author, first?.['md5']))).toMatch(/^aborted/);
    await replace(author, (await describe(id))?.['md5']);
    await product.idle();
    expect(await describe(id)).toMatchObject({ name: 'small.jpg', width: 6, url, rev: 3, md5: String(first?.['md5']) });
    expect(await shown()).toBe(small.length);
  });

  it('replaces no file by an image that may be in use', async () => {
    const [id, by] = [
      `demo-images_${await upload(editor, await picture(6, 4).jpeg().toBuffer())}`,
      `demo-images_${await upload(author, await picture(7, 4).jpeg().toBuffer())}`,
    ];
    const md5 = String((await describe(id))?.['md5']);
    expect(await refusalOf(editor.call('replaceMedia', { id, by, md5 }))).toMatch(/^permission-denied/);
    expect(await refusalOf(editor.call('replaceMedia', { id, by: id, md5 }))).toMatch(/^not-found/);
  });

  it('lets authors describe, replace, delete and restore own images until a release shows them', async () => {
    const id = `demo-images_${await upload(author, await picture(6, 4).jpeg().toBuffer())}`;
    const by = `demo-images_${await upload(author, await picture(7, 4).jpeg().toBuffer())}`;
    const trashId = `media_${id}`;
    const md5 = async () => String((await describe(id))?.['md5']);
    const rev = async () => Number((await describe(id))?.['rev'] ?? 1);
    const changes = {
      describe: async (person: Person) => person.call('describeMedia', { id, rev: await rev(), fields }),
      replace: async (person: Person) => person.call('replaceMedia', { id, by, md5: await md5() }),
      delete: (person: Person) => person.call('deleteMedia', { id }),
    };
    expect(await describe(id)).toMatchObject({ is_unshown: true });
    const other = await product.signUp({ roles: ['author'] });
    for (const change of Object.values(changes)) expect(await refusalOf(change(other))).toMatch(/^permission-denied/);
    expect(await refusalOf(author.call('describeMedia', { id, rev: 7, fields }))).toMatch(/^aborted/);
    for (const change of Object.values(changes)) {
      await change(author);
      await product.idle();
    }
    await author.call('restoreFromTrash', { trashId });
    expect(await describe(id)).toMatchObject({ is_unshown: true, alt: 'A harbor', width: 7, created_by: author.uid });
    // Undoes the first replacement.
    await changes.replace(author);
    await product.idle();
    expect(await describe(id)).toMatchObject({ is_unshown: true, width: 6 });

    const shown = /^permission-denied.*This image was published/s;
    await markShown(id);
    const before = await describe(id);
    expect(before).not.toHaveProperty('is_unshown');
    for (const change of Object.values(changes)) expect(await refusalOf(change(author))).toMatch(shown);
    const write = updateDoc(doc(author.firestore, 'media', id), {
      ...{ alt: 'Other', rev: Number(before?.['rev']) + 1, updated_at: serverTimestamp(), updated_by: author.uid },
    });
    await expect(write).rejects.toThrow();
    expect(await describe(id)).toEqual(before);
    await editor.call('deleteMedia', { id });
    expect(await refusalOf(author.call('restoreFromTrash', { trashId }))).toMatch(shown);
    await editor.call('restoreFromTrash', { trashId });
    await editor.call('describeMedia', { id, rev: await rev(), fields });
    expect(await describe(id)).not.toHaveProperty('is_unshown');
  });

  it('counts an image as shown that was in the trash, or had no document, when a release showed it', async () => {
    const id = `demo-images_${await upload(author, await picture(6, 4).jpeg().toBuffer())}`;
    await moveToTrash(author, id);
    await markShown(id);
    const trashId = `media_${id}`;
    expect(await refusalOf(author.call('restoreFromTrash', { trashId }))).toMatch(/^permission-denied/);
    const by = `demo-images_${await upload(author, await picture(9, 4).jpeg().toBuffer())}`;
    const md5 = String((await describe(by))?.['md5']);
    // An exchange would put other bytes at the address of the shown one.
    expect(await refusalOf(author.call('replaceMedia', { id: by, by: id, md5 }))).toMatch(/^permission-denied/);
    await editor.call('restoreFromTrash', { trashId });
    expect(await describe(id)).not.toHaveProperty('is_unshown');

    const early = `${randomUUID()}.jpg`;
    await markShown(`demo-images_${early}`);
    const bytes = await picture(6, 4).jpeg().toBuffer();
    const late = (person: Person) =>
      uploadBytes(ref(person.bucket('demo-images'), early), bytes, { contentType: 'image/jpeg' });
    await expect(late(author)).rejects.toThrow(/storage\/unauthorized/);
    await late(editor);
    await product.idle();
    expect(await describe(`demo-images_${early}`)).not.toHaveProperty('is_unshown');
  });

  it('keeps a shown file against every write of its author, and images of others against each call', async () => {
    const bytes = await picture(6, 4).jpeg().toBuffer();
    const other = await picture(9, 4).jpeg().toBuffer();
    const path = await upload(author, bytes);
    const id = `demo-images_${path}`;
    const file = ref(author.bucket('demo-images'), path);
    // An upload that begins before the file is shown, and ends after it.
    const named = `${randomUUID()}.jpg`;
    const host = `http://${product.hosts.storage}/v0/b/demo-images/o?name=${named}`;
    const headers = { authorization: `Firebase ${String(await author.auth.currentUser?.getIdToken())}` };
    const begun = await fetch(host, {
      method: 'POST',
      headers: {
        ...{ ...headers, 'x-goog-upload-protocol': 'resumable', 'x-goog-upload-command': 'start' },
        ...{ 'x-goog-upload-header-content-type': 'image/jpeg', 'content-type': 'application/json' },
      },
      body: JSON.stringify({ contentType: 'image/jpeg' }),
    });
    const session = String(begun.headers.get('x-goog-upload-url'));
    for (const shown of [id, `demo-images_${named}`]) await markShown(shown);
    const before = await describe(id);
    const ended = await fetch(session, {
      method: 'POST',
      headers: { ...headers, 'x-goog-upload-command': 'upload, finalize', 'x-goog-upload-offset': '0' },
      body: new Uint8Array(other),
    });
    expect(ended.status).toBe(403);
    for (const write of [
      () => uploadBytes(file, other, { contentType: 'image/jpeg' }),
      () => updateMetadata(file, { contentType: 'image/png', customMetadata: { uploader: author.uid } }),
      () => deleteObject(file),
    ])
      await expect(write()).rejects.toThrow(/storage\/unauthorized/);
    const own = `demo-images_${await upload(author, other)}`;
    const foreign = `demo-images_${await upload(editor, await picture(8, 4).jpeg().toBuffer())}`;
    const md5Of = async (media: string) => String((await describe(media))?.['md5']);
    for (const call of [
      async () => author.call('replaceMedia', { id, by: own, md5: await md5Of(id) }),
      async () => author.call('replaceMedia', { id: own, by: id, md5: await md5Of(own) }),
      async () => author.call('replaceMedia', { id: foreign, by: own, md5: await md5Of(foreign) }),
      async () => author.call('replaceMedia', { id: own, by: foreign, md5: await md5Of(own) }),
      () => author.call('describeMedia', { id: foreign, rev: 1, fields }),
      () => author.call('deleteMedia', { id: foreign }),
    ])
      expect(await refusalOf(call())).toMatch(/^permission-denied/);
    await product.idle();
    expect(await describe(id)).toEqual(before);
    expect((await bucket().file(path).download())[0].equals(bytes)).toBe(true);
    expect((await bucket().file(named).exists())[0]).toBe(false);
  });

  it('lets a release wait for a replacement that has begun, and no replacement begin after it', async () => {
    const races = Array.from({ length: 6 }, async (_, turn) => {
      const id = `demo-images_${await upload(author, await picture(6, 4).jpeg().toBuffer())}`;
      const by = `demo-images_${await upload(author, await picture(7, 4).jpeg().toBuffer())}`;
      const { md5, url } = (await describe(id)) ?? {};
      const bytesNow = async () => Buffer.from(await (await fetch(String(url))).bytes());
      const replaced = author.call('replaceMedia', { id, by, md5: String(md5) }).then(
        () => true,
        () => false,
      );
      await new Promise((resolve) => setTimeout(resolve, turn * 40));
      const { documents } = await markShown(id);
      // The release shows these bytes and this description.
      const atRelease = await bytesNow();
      const isReplaced = await replaced;
      expect((await bytesNow()).equals(atRelease)).toBe(true);
      const stored = documents.find(({ path }) => path === `media/${id}`)?.data;
      expect(stored?.['md5']).toBe((await describe(id))?.['md5']);
      expect(stored?.['md5'] === md5).toBe(!isReplaced);
    });
    await Promise.all(races);
  });

  it('takes in existing uploads once', async () => {
    const png = await picture(6, 4).png().toBuffer();
    await bucket()
      .file('old/photo ü.png')
      .save(png, { metadata: { contentType: 'image/png' } });
    await product.idle();
    await product.clear();
    await bucket('homepage-images')
      .file('fake.png')
      .save('x', { metadata: { contentType: 'image/png' } });
    const run = async (isDry: boolean) => {
      const seen: string[] = [];
      await addUploads({
        ...{ firestore: product.firestore, storage: getStorage(), names: localBuckets, isDry },
        onUpload: ({ name, kept, problem }) => void (name.startsWith('old/') && seen.push(problem ?? kept)),
      });
      return seen;
    };
    const id = `demo-images_${encodeURIComponent('old/photo ü.png')}`;
    expect(await run(true)).toEqual(['created']);
    expect(await describe(id)).toBeUndefined();
    expect(await run(false)).toEqual(['created']);
    expect(await describe(id)).toMatchObject({ name: 'old/photo ü.png', created_by: null, width: 6, height: 4 });
    expect(await describe(id)).not.toHaveProperty('is_unshown');
    expect(await run(false)).toEqual([]);
  });
});
