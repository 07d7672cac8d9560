/** What `/config.json` says: which Firebase project and which site this back office belongs to. */
export interface AdminConfig {
  firebase: { apiKey: string; authDomain: string; projectId: string; storageBucket: string };
  /** Region of the callable functions. */
  region: string;
  /** Origin of the public site, no trailing slash. */
  siteOrigin: string;
  /** Origin of the pipeline, which draws previews; absent where it is not reached from browsers. */
  pipelineOrigin?: string;
  /** Where local services listen; absent when the hosted ones are used. */
  emulators?: { auth: string; firestore: string; storage: string; functions: string };
  /** Names of the hosted buckets where they differ from the product's. */
  buckets?: Record<string, string>;
  /** Site key of reCAPTCHA Enterprise; without one requests carry no App Check token. */
  appCheckKey?: string;
}

/** Reads `/config.json`. Throws when it is missing or is no configuration. */
export async function loadConfig(): Promise<AdminConfig> {
  const response = await fetch('/config.json');
  if (!response.ok) throw new Error(`/config.json answered ${response.status}`);
  const config: unknown = await response.json();
  if (!isConfig(config)) throw new Error('/config.json lacks firebase, region or siteOrigin');
  return { ...config, siteOrigin: config.siteOrigin.replace(/\/+$/, '') };
}

// Checked by hand: a schema library would double what the sign-in has to load. The file is the installation's own.
function isConfig(value: unknown): value is AdminConfig {
  if (typeof value !== 'object' || value === null) return false;
  return (
    'firebase' in value &&
    typeof value.firebase === 'object' &&
    'region' in value &&
    typeof value.region === 'string' &&
    'siteOrigin' in value &&
    typeof value.siteOrigin === 'string'
  );
}

/** Splits `host:port`. */
export function hostAndPort(address: string): [host: string, port: number] {
  const url = new URL(address.includes('://') ? address : `http://${address}`);
  return [url.hostname, Number(url.port)];
}
