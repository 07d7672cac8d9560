import { defineSecret, defineString } from 'firebase-functions/params';

/** Where functions run; the admin and the hosting rewrites name the same region. */
export const region = 'us-central1';

/** Address of the pipeline's `POST /hooks/publish`. */
export const publishWebhookUrl = defineString('PUBLISH_WEBHOOK_URL');

/** Standard Webhooks secret shared with the pipeline (`whsec_` and base64). */
export const publishWebhookSecret = defineSecret('PUBLISH_WEBHOOK_SECRET');
