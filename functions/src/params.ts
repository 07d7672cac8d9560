import { defineInt, defineSecret, defineString } from 'firebase-functions/params';

// Parameters are read when a function runs or is deployed: from the environment or functions/.env.{project}; secrets from
// Secret Manager. Locally all of them are environment variables.

/** Where functions run. The hosting rewrites in firebase.json and the back office name the same region. */
export const functionsRegion = defineString('FUNCTIONS_REGION', { default: 'us-central1' });

/** Address of the pipeline's `POST /hooks/publish`. */
export const publishWebhookUrl = defineString('PUBLISH_WEBHOOK_URL');

/** Standard Webhooks secret shared with the pipeline (`whsec_` and base64). */
export const publishWebhookSecret = defineSecret('PUBLISH_WEBHOOK_SECRET');

/** Origin of the back office, no trailing slash: where invite links lead. */
export const adminOrigin = defineString('ADMIN_ORIGIN');

/** When not empty, becoming the first administrator asks for this code. */
export const setupCode = defineString('SETUP_CODE', { default: '' });

/** Key of the tokens that open protected demos: at least 32 random characters. */
export const demoTokenSecret = defineSecret('DEMO_TOKEN_SECRET');

/**
 * How many proxies in front of the functions add to X-Forwarded-For: the visitor's address is that many entries from the
 * right. 1 is Google's front end alone, 2 adds Firebase Hosting.
 */
export const trustedProxies = defineInt('TRUSTED_PROXIES', { default: 2 });

/** Names of the buckets, which must be unique in the whole of Google Cloud; they end in the product's names. */
export const bucketNames = {
  'homepage-images': defineString('HOMEPAGE_IMAGES_BUCKET', { default: 'homepage-images' }),
  'demo-images': defineString('DEMO_IMAGES_BUCKET', { default: 'demo-images' }),
  'branding-assets': defineString('BRANDING_ASSETS_BUCKET', { default: 'branding-assets' }),
};
