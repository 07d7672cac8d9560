import { type Bucket, buckets } from '@frontage/model/paths';
import { uploads } from '@frontage/model/uploads';
import * as logger from 'firebase-functions/logger';
import { onObjectFinalized } from 'firebase-functions/storage';
import { svgProblem } from '@frontage/model/svg';
import { rasterType } from '@frontage/model/fields';
import { storage } from '../firebase.ts';
import { bucketNames, functionsRegion } from '../params.ts';
import { scale } from '../scale.ts';

/**
 * A trigger that deletes uploads that are too large, do not match their declared type, or are SVGs with active content.
 */
const checkUploads = (bucket: Bucket) =>
  onObjectFinalized(
    { ...scale.uploadTrigger, bucket: bucketNames[bucket], region: functionsRegion, retry: true },
    async ({ data }) => {
      // The generation selects exactly the upload of this event.
      const file = storage().bucket(data.bucket).file(data.name, { generation: data.generation });
      const [exists] = await file.exists();
      if (!exists) return;
      const { contentType, contentEncoding } = data;
      const isTooLarge = Number(data.size) > uploads[bucket].maxBytes;
      const bytes = isTooLarge ? null : (await file.download({ decompress: false }))[0];
      const problem = bytes ? uploadProblem({ bucket, contentType, contentEncoding, bytes }) : 'It is too large';
      if (problem === null) return;
      await file.delete({ ignoreNotFound: true });
      logger.warn(`Removed the upload ${data.bucket}/${data.name}: ${problem}`);
    },
  );

export const checkHomepageImage = checkUploads(buckets.homepageImages);
export const checkDemoImage = checkUploads(buckets.demoImages);
export const checkBrandingAsset = checkUploads(buckets.brandingAssets);

interface Upload {
  bucket: Bucket;
  contentType: string | undefined;
  /** The stored encoding; if it is set, browsers would receive decoded bytes. */
  contentEncoding: string | undefined;
  bytes: Uint8Array;
}

/** The reason why an upload is not allowed: its type, encoding, size or content. Null if it is allowed. */
export function uploadProblem({ bucket, contentType, contentEncoding, bytes }: Upload): string | null {
  const { types, maxBytes } = uploads[bucket];
  if (contentType === undefined || !Object.hasOwn(types, contentType))
    return `The type ${contentType ?? '(none)'} is not accepted`;
  if (contentEncoding) return `It is encoded as ${contentEncoding}`;
  if (bytes.byteLength > maxBytes) return 'It is too large';
  if (contentType === 'image/svg+xml') return svgBytesProblem(bytes);
  const found = rasterType(bytes);
  return found === contentType ? null : `The bytes are not ${contentType}`;
}

function svgBytesProblem(bytes: Uint8Array): string | null {
  try {
    return svgProblem(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return 'It is not UTF-8 text';
  }
}
