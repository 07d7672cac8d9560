import { buckets } from '@frontage/model/paths';
import { defaultRegion } from '@frontage/model/region';
import { defineBoolean, defineInt, defineSecret, defineString } from 'firebase-functions/params';

// Parameters are read when a function runs or is deployed: from the environment or functions/.env.{project}; secrets from
// Secret Manager. Locally all of them are environment variables.

/** Where functions run. Hosting's rewrites, its policies and the back office's configuration follow it. */
export const functionsRegion = defineString('FUNCTIONS_REGION', { default: defaultRegion });

/** Address of the pipeline's `POST /hooks/publish`. */
export const publishWebhookUrl = defineString('PUBLISH_WEBHOOK_URL');

/** Standard Webhooks secret shared with the pipeline (`whsec_` and base64). */
export const publishWebhookSecret = defineSecret('PUBLISH_WEBHOOK_SECRET');

/** Origin of the back office, no trailing slash: where invite links lead. */
export const adminOrigin = defineString('ADMIN_ORIGIN');

/** What the first administrator must type. Without one a hosted project has no first administrator. */
export const setupCode = defineString('SETUP_CODE', { default: '' });

/** Key of the tokens that open protected demos: at least 32 random characters. */
export const demoTokenSecret = defineSecret('DEMO_TOKEN_SECRET');

/** Who e-mails come from, as `Frontage <site@example.com>`. Without it none are sent. */
export const mailFrom = defineString('MAIL_FROM', { default: '' });

/** The mail server: `smtps://name:password@host`, or `none`. */
export const smtpUrl = defineSecret('SMTP_URL');

/**
 * How many hops in front of the functions append to X-Forwarded-For. 1 is Google's front end alone, whose word nobody can forge; 2
 * adds Firebase Hosting, which tells its visitors apart (docs/decisions/013).
 */
export const trustedProxies = defineInt('TRUSTED_PROXIES', { default: 1 });

/** Whether calls must carry a token of App Check. */
export const enforceAppCheck = defineBoolean('ENFORCE_APP_CHECK', { default: false });

/** Names of the buckets, which must be unique in the whole of Google Cloud; they end in the product's names. */
export const bucketNames = {
  [buckets.homepageImages]: defineString('HOMEPAGE_IMAGES_BUCKET', { default: buckets.homepageImages }),
  [buckets.demoImages]: defineString('DEMO_IMAGES_BUCKET', { default: buckets.demoImages }),
  [buckets.brandingAssets]: defineString('BRANDING_ASSETS_BUCKET', { default: buckets.brandingAssets }),
};
