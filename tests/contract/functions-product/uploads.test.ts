import { randomUUID } from 'node:crypto';
import { getStorage } from 'firebase-admin/storage';
import { buckets, type Bucket } from '@frontage/model/paths';
import { uploadName } from '@frontage/model/uploads';
import { deleteObject, getDownloadURL, listAll, ref, updateMetadata, uploadBytes } from 'firebase/storage';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeFunctions, openProduct, refusalOf, type Person, type Product } from './product.ts';

let product: Product;
const people: Record<string, Person> = {};
beforeAll(async () => {
  product = await openProduct();
  await product.firestore.doc('site_settings/security').set({ value: { require_second_factor: false }, rev: 1 });
  for (const role of ['viewer', 'author', 'editor', 'admin'] as const) {
    people[role] = await product.signUp({ roles: [role] });
  }
});
afterAll(() => product.stop());

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const svg = (inside: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${inside}</svg>`);

interface Upload {
  as: string;
  bucket: Bucket;
  type: string;
  bytes: Uint8Array;
}

async function upload({ as, bucket, type, bytes }: Upload): Promise<string> {
  const name = uploadName(bucket, type, randomUUID()) ?? `${randomUUID()}.bin`;
  const person = people[as] as Person;
  await uploadBytes(ref(person.bucket(bucket), name), bytes, { contentType: type });
  return name;
}

const exists = async (bucket: string, name: string) => (await getStorage().bucket(bucket).file(name).exists())[0];

describeFunctions('uploads', () => {
  it.each<[string, Bucket, string]>([
    ['editor', 'homepage-images', 'answered'],
    ['author', 'homepage-images', 'denied'],
    ['author', 'demo-images', 'answered'],
    ['viewer', 'demo-images', 'denied'],
    ['admin', 'branding-assets', 'answered'],
    ['editor', 'branding-assets', 'denied'],
  ])('%s to %s: %s', async (as, bucket, outcome) => {
    const answer = await refusalOf(upload({ as, bucket, type: 'image/png', bytes: png }));
    expect(answer.startsWith('storage/unauthorized') ? 'denied' : answer).toBe(outcome);
  });

  it('have a public address and cannot be listed, changed, replaced or deleted by their uploader', async () => {
    const name = await upload({ as: 'editor', bucket: 'demo-images', type: 'image/png', bytes: png });
    const file = ref((people['editor'] as Person).bucket('demo-images'), name);
    expect((await fetch(await getDownloadURL(file))).status).toBe(200);
    const denied = /^storage\/unauthorized/;
    expect(await refusalOf(listAll(file.root))).toMatch(denied);
    expect(await refusalOf(updateMetadata(file, { contentType: 'text/html' }))).toMatch(denied);
    expect(await refusalOf(uploadBytes(file, png, { contentType: 'image/png' }))).toMatch(denied);
    expect(await refusalOf(deleteObject(file))).toMatch(denied);
    expect(await refusalOf(getDownloadURL(ref(product.visitor.bucket('demo-images'), name)))).toMatch(denied);
  });

  it.each<[string, Bucket, string, Uint8Array, boolean]>([
    ['a valid PNG', 'homepage-images', 'image/png', png, true],
    ['HTML with the type PNG', 'homepage-images', 'image/png', Buffer.from('<html><script>alert(1)</script>'), false],
    ['a PNG with the type JPEG', 'demo-images', 'image/jpeg', png, false],
    ['a GIF with the type WebP', 'demo-images', 'image/webp', Buffer.from('GIF89a'), false],
    ['an SVG', 'branding-assets', 'image/svg+xml', svg('<path d="M0 0h9v9z" fill="#0F284C"/>'), true],
    ['an SVG with a script', 'branding-assets', 'image/svg+xml', svg('<script>alert(1)</script>'), false],
    ['an SVG with an event handler', 'branding-assets', 'image/svg+xml', svg('<path onload="alert(1)"/>'), false],
    ['HTML with the type SVG', 'branding-assets', 'image/svg+xml', Buffer.from('<html></html>'), false],
  ])('are kept only if the bytes are valid: %s in %s', async (_title, ...[bucket, type, bytes, isKept]) => {
    const name = await upload({ as: 'admin', bucket, type, bytes });
    await product.idle();
    expect(await exists(bucket, name)).toBe(isKept);
  });

  it('that are removed are logged with file and reason', async () => {
    const name = await upload({ as: 'admin', bucket: 'branding-assets', type: 'image/png', bytes: svg('') });
    await product.idle();
    const line = product.functionLogs.find((text) => text.includes(name));
    expect(line).toContain(`Removed the upload ${buckets.brandingAssets}/${name}: The bytes are not image/png`);
  });
});
