import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Timestamp, type Firestore } from 'firebase-admin/firestore';
import { getDownloadURL, type Storage } from 'firebase-admin/storage';
import { hashPassword } from '@frontage/functions/demos/demo-secrets';
import { fileFacts } from '@frontage/functions/uploads/keep-media';
import { demoForm } from '@frontage/model/kinds/demo-form';
import { mediaId, newMedia } from '@frontage/model/media';
import { contentVersion, contentVersionPath } from '@frontage/model/migrations';
import { pageForm } from '@frontage/model/kinds/page';
import { collections, slugId, type Bucket } from '@frontage/model/paths';
import { sectionForm } from '@frontage/model/kinds/section';
import { settingKeys, settingSchemas } from '@frontage/model/kinds/settings';
import { uploadMetadata, uploads } from '@frontage/model/uploads';
import { demos } from './content/demos.ts';
import { pictures, type PictureAddress, type PictureName } from './content/images.ts';
import { pages } from './content/pages.ts';
import { sections } from './content/sections.ts';
import { settings } from './content/settings.ts';

export interface SeedOptions {
  /** From firebase-admin, so that rules do not apply. */
  firestore: Firestore;
  storage: Storage;
  /** Origin of the example pages that URL and iframe embeds show. */
  embedOrigin: string;
}

/** The uid of the example content's author. */
const author = 'seed';

/** Fills an empty store with the example content, including its pictures. */
export async function seed({ firestore, storage, embedOrigin }: SeedOptions): Promise<void> {
  const { picture, media } = await uploadPictures(storage);
  const documents: [path: string, data: object][] = [
    ...media,
    ...entries(sections(picture)).map(([id, input], index): [string, object] => [
      `${collections.sections}/${id}`,
      { ...sectionForm.parse(input), ...provenance(index) },
    ]),
    ...entries(pages(picture)).flatMap(([id, input], index) => {
      const page = pageForm.parse(input);
      return [
        [`${collections.pages}/${id}`, { ...page, ...provenance(index) }],
        [`${collections.slugs}/${slugId('page', page.slug)}`, { id, updated_at: provenance(index).updated_at }],
      ] satisfies [string, object][];
    }),
    ...(await demoDocuments(picture, embedOrigin)),
    ...settingDocuments(picture),
    [contentVersionPath, { version: contentVersion, at: Timestamp.fromMillis(firstDay) }],
  ];
  const batch = firestore.batch();
  for (const [path, data] of documents) batch.set(firestore.doc(path), data);
  await batch.commit();
}

const entries = <T>(table: Record<string, T>): [string, T][] => Object.entries(table);

// One day apart, so that lists with the newest first have an order.
const firstDay = Date.UTC(2026, 0, 5, 9);
const day = 24 * 60 * 60 * 1_000;

const provenance = (index: number) => {
  const at = Timestamp.fromMillis(firstDay + index * day);
  return { rev: 1, created_at: at, created_by: author, updated_at: at, updated_by: author };
};

async function demoDocuments(picture: PictureAddress, embedOrigin: string): Promise<[string, object][]> {
  const documents = entries(demos({ picture, embedOrigin })).map(async ([id, input], index) => {
    const { iframe_url, password, ...demo } = demoForm({ hasPassword: false }).parse(input);
    const secret: [string, object][] = demo.is_password_protected
      ? [[`${collections.demoSecrets}/${id}`, { password_hash: await hashPassword(password) }]]
      : [];
    return [
      [`${collections.demos}/${id}`, { ...demo, ...provenance(index) }],
      [`${collections.demoEmbeds}/${id}`, { iframe_url }],
      [`${collections.slugs}/${slugId('demo', demo.slug)}`, { id, updated_at: provenance(index).updated_at }],
      ...secret,
    ] satisfies [string, object][];
  });
  return (await Promise.all(documents)).flat();
}

function settingDocuments(picture: PictureAddress): [string, object][] {
  const values = settings(picture);
  const { rev, updated_at, updated_by } = provenance(0);
  return settingKeys.map((key) => [
    `${collections.settings}/${key}`,
    { value: settingSchemas[key].parse(values[key]), rev, updated_at, updated_by },
  ]);
}

/** The content type of a bucket's files with an extension. */
function contentTypeIn(bucket: Bucket, extension: string): string {
  const found = entries(uploads[bucket].types).find(([, extensions]) => extensions.includes(extension.slice(1)));
  if (!found) throw new Error(`${bucket} accepts no files with the extension ${extension}`);
  return found[0];
}

interface UploadedPictures {
  picture: PictureAddress;
  /** The documents of the pictures in the library. */
  media: [path: string, data: object][];
}

/** Uploads every picture under a random name, like the admin. */
async function uploadPictures(storage: Storage): Promise<UploadedPictures> {
  const uploading = entries(pictures).map(async ([name, { file, bucket, alt }], index) => {
    const extension = extname(file);
    const path = `${randomUUID()}${extension}`;
    const upload = storage.bucket(bucket).file(path);
    const bytes = await readFile(join(import.meta.dirname, 'images', file));
    const type = contentTypeIn(bucket, extension);
    await upload.save(bytes, {
      resumable: false,
      metadata: {
        contentType: type,
        cacheControl: 'public, max-age=3600',
        metadata: { firebaseStorageDownloadTokens: randomUUID(), [uploadMetadata.name]: file },
      },
    });
    const url = await getDownloadURL(upload);
    const described = { ...newMedia, alt, is_decorative: alt === null };
    const stored = { ...described, ...fileFacts(bytes), name: file, type, url, bucket, path, ...provenance(index) };
    const id = mediaId(bucket, path) ?? '';
    return { name, url, document: [`${collections.media}/${id}`, stored] as [string, object] };
  });
  const uploaded = await Promise.all(uploading);
  const addresses = new Map<string, string>(uploaded.map(({ name, url }) => [name, url]));
  return {
    picture: (name: PictureName) => {
      const address = addresses.get(name);
      if (address === undefined) throw new Error(`No picture "${name}" in seed/images`);
      return address;
    },
    media: uploaded.map(({ document }) => document),
  };
}
