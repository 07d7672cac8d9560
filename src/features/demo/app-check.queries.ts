import { initializeApp, type FirebaseOptions } from 'firebase/app';
import { getToken, initializeAppCheck, ReCaptchaEnterpriseProvider } from 'firebase/app-check';

interface AppCheckSetting {
  /** Site key of reCAPTCHA Enterprise. */
  siteKey: string;
  firebase: FirebaseOptions;
}

/** An App Check token; null if Google issued none, in which case the function decides. */
export async function appCheckToken(setting: string): Promise<string | null> {
  const { siteKey, firebase } = JSON.parse(setting) as AppCheckSetting;
  try {
    const provider = new ReCaptchaEnterpriseProvider(siteKey);
    const appCheck = initializeAppCheck(initializeApp(firebase), { provider, isTokenAutoRefreshEnabled: false });
    return (await getToken(appCheck)).token;
  } catch {
    return null;
  }
}
