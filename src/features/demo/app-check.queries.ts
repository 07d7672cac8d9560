import { initializeApp, type FirebaseOptions } from 'firebase/app';
import { getToken, initializeAppCheck, ReCaptchaEnterpriseProvider } from 'firebase/app-check';

interface AppCheckSetting {
  /** Of reCAPTCHA Enterprise. */
  siteKey: string;
  firebase: FirebaseOptions;
}

/** A token that says this is the site in a browser; null when Google gave none: the function then decides. */
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
