import { buckets } from '@frontage/model/paths';
import { defaultRegion } from '@frontage/model/region';
import { defineBoolean, defineInt, defineSecret, defineString, projectID } from 'firebase-functions/params';

// Parameters are read when a function runs or is deployed: from the environment or functions/.env.{project}; secrets
// from Secret Manager. Locally all of them are environment variables.

/** The region of the functions. Hosting's rewrites, policies and the admin's configuration follow it. */
export const functionsRegion = defineString('FUNCTIONS_REGION', { default: defaultRegion });

/** Address of the pipeline's `POST /hooks/publish`. */
export const publishWebhookUrl = defineString('PUBLISH_WEBHOOK_URL');

/** Standard Webhooks secret shared with the pipeline (`whsec_` and base64). */
export const publishWebhookSecret = defineSecret('PUBLISH_WEBHOOK_SECRET');

/** Origin of the admin, no trailing slash: the target of invite links. */
export const adminOrigin = defineString('ADMIN_ORIGIN');

/** The code required from the first administrator. Without a code, hosted projects refuse `claimFirstAdmin`. */
export const setupCode = defineString('SETUP_CODE', { default: '' });

/** Key of the tokens that open protected demos: at least 32 random characters. */
export const demoTokenSecret = defineSecret('DEMO_TOKEN_SECRET');

/** The sender of emails, such as `Frontage <site@example.com>`. If it is empty, no emails are sent. */
export const mailFrom = defineString('MAIL_FROM', { default: '' });

/** The mail server: `smtps://name:password@host`, or `none`. */
export const smtpUrl = defineSecret('SMTP_URL');

/**
 * The number of hops in front of the functions that append to X-Forwarded-For. 1 is Google's front end alone, whose
 * entry cannot be forged; 2 adds Firebase Hosting, which reports the addresses of visitors (docs/decisions/004).
 */
export const trustedProxies = defineInt('TRUSTED_PROXIES', { default: 1 });

/** Whether calls must include an App Check token. */
export const enforceAppCheck = defineBoolean('ENFORCE_APP_CHECK', { default: false });

/** Names of the buckets, which must be unique in all of Google Cloud; they end with the names in the code. */
export const bucketNames = {
  [buckets.homepageImages]: defineString('HOMEPAGE_IMAGES_BUCKET', { default: buckets.homepageImages }),
  [buckets.demoImages]: defineString('DEMO_IMAGES_BUCKET', { default: buckets.demoImages }),
  [buckets.brandingAssets]: defineString('BRANDING_ASSETS_BUCKET', { default: buckets.brandingAssets }),
};

/** Ids with the prefix `demo-` are reserved for local projects, which only this machine can reach. */
export const isLocalProject = (): boolean => projectID.value().startsWith('demo-');

/** A URL of the admin, for links in emails. */
export const adminUrl = (path: string): string => adminOrigin.value().replace(/\/+$/, '') + path;
