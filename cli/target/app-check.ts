import type { Failure } from '../runtime/failure.ts';

/** The effects of App Check: headers, the admin's /config.json, and compile-time settings of the site. */
export interface AppCheck {
  /** Sources that App Check adds to the policies in firebase.json. */
  marks: { APP_CHECK_SCRIPTS: string; APP_CHECK_CALLS: string };
  adminConfig: { appCheckKey?: string };
  siteSettings: Record<string, string>;
}

/** Settings without App Check: no policy sources, no admin setting, no site setting. */
export const noAppCheck: AppCheck = {
  marks: { APP_CHECK_SCRIPTS: '', APP_CHECK_CALLS: '' },
  adminConfig: {},
  siteSettings: {},
};

/**
 * Returns the App Check settings for a reCAPTCHA Enterprise `siteKey`, or `noAppCheck` without a key. `web` is the
 * configuration of the Firebase web app; fails if it lacks a required value.
 */
export function appCheckWith(siteKey: string | undefined, web: Record<string, string>): AppCheck | Failure {
  if (!siteKey) return noAppCheck;
  const { projectId, apiKey, appId } = web;
  if (!projectId || !apiKey || !appId) {
    return {
      what: 'PUBLIC_APP_CHECK_SITE_KEY is set, but FIREBASE_WEB_CONFIG lacks projectId, apiKey or appId',
      next: 'Set FIREBASE_WEB_CONFIG to the JSON that `npx firebase apps:sdkconfig web --project YOUR-PROJECT` prints',
    };
  }
  return {
    marks: {
      APP_CHECK_SCRIPTS: 'https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/',
      APP_CHECK_CALLS: 'https://www.google.com/recaptcha/ https://content-firebaseappcheck.googleapis.com',
    },
    adminConfig: { appCheckKey: siteKey },
    siteSettings: { PUBLIC_APP_CHECK: JSON.stringify({ siteKey, firebase: { projectId, apiKey, appId } }) },
  };
}
