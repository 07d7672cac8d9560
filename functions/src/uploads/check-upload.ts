import { buckets, type Bucket } from '@frontage/model/paths';
import { uploads } from '@frontage/model/uploads';
import * as logger from 'firebase-functions/logger';
import { onObjectFinalized } from 'firebase-functions/storage';
import { storage } from '../firebase.ts';
import { bucketNames, functionsRegion } from '../params.ts';
import { scale } from '../scale.ts';
import { uploadProblem } from './inspect.ts';

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
