import { type Bucket, buckets } from '@frontage/model/paths';
import { uploads } from '@frontage/model/uploads';
import * as logger from 'firebase-functions/logger';
import { onObjectDeleted, onObjectFinalized } from 'firebase-functions/storage';
import { firestore, storage } from '../firebase.ts';
import { bucketNames, functionsRegion } from '../params.ts';
import { scale } from '../scale.ts';
import { keepMedia, removeMedia, removeMetadata } from './keep-media.ts';
import { uploadProblem } from './upload-problem.ts';

const options = (bucket: Bucket) => ({
  ...scale.uploadTrigger,
  bucket: bucketNames[bucket],
  region: functionsRegion,
  retry: true,
});

/**
 * A trigger that deletes uploads that are too large, do not match their declared type, or are SVGs with active content.
 * The others lose their metadata and get a document in the library.
 */
const checkUploads = (bucket: Bucket) =>
  onObjectFinalized(options(bucket), async ({ data }) => {
    // The generation selects exactly the upload of this event.
    const file = storage().bucket(data.bucket).file(data.name, { generation: data.generation });
    const [exists] = await file.exists();
    if (!exists) return;
    const { contentType, contentEncoding } = data;
    const isTooLarge = Number(data.size) > uploads[bucket].maxBytes;
    const bytes = isTooLarge ? null : (await file.download({ decompress: false }))[0];
    const problem = bytes ? uploadProblem({ bucket, contentType, contentEncoding, bytes }) : 'It is too large';
    if (bytes && problem === null) {
      // The event of the written file adds it to the library.
      const current = storage().bucket(data.bucket).file(data.name);
      if (await removeMetadata({ firestore: firestore(), file: current, bytes })) return;
      await keepMedia({ firestore: firestore(), bucket, file, bytes });
      return;
    }
    await file.delete({ ignoreNotFound: true });
    logger.warn(`Removed the upload ${data.bucket}/${data.name}: ${problem}`);
  });

/** A trigger that removes a deleted upload from the library. */
const removeUploads = (bucket: Bucket) =>
  onObjectDeleted(options(bucket), ({ data }) =>
    removeMedia(firestore(), bucket, storage().bucket(data.bucket).file(data.name)),
  );

export const checkHomepageImage = checkUploads(buckets.homepageImages);
export const checkDemoImage = checkUploads(buckets.demoImages);
export const checkBrandingAsset = checkUploads(buckets.brandingAssets);

export const removeHomepageImage = removeUploads(buckets.homepageImages);
export const removeDemoImage = removeUploads(buckets.demoImages);
export const removeBrandingAsset = removeUploads(buckets.brandingAssets);
