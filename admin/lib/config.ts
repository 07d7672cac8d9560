/** The content of `/config.json`: the Firebase project and site of this admin. */
export interface AdminConfig {
  firebase: { apiKey: string; authDomain: string; projectId: string; storageBucket: string };
  /** Region of the callable functions. */
  region: string;
  /** Origin of the public site, no trailing slash. */
  siteOrigin: string;
  /** Origin of the pipeline, which renders previews; absent if browsers cannot reach it. */
  pipelineOrigin?: string;
  /** Addresses of the local services; absent for a hosted project. */
  emulators?: { auth: string; firestore: string; storage: string; functions: string };
  /** Names of hosted buckets that differ from the defaults. */
  buckets?: Record<string, string>;
  /** Site key of reCAPTCHA Enterprise; without it, requests carry no App Check token. */
  appCheckKey?: string;
}

/** Reads `/config.json`. Throws if it is missing or invalid. */
export async function loadConfig(): Promise<AdminConfig> {
  const response = await fetch('/config.json');
  if (!response.ok) throw new Error(`/config.json answered ${response.status}`);
  const config: unknown = await response.json();
  if (!isConfig(config)) throw new Error('/config.json lacks firebase, region or siteOrigin');
  return { ...config, siteOrigin: config.siteOrigin.replace(/\/+$/, '') };
}

// Checked by hand: a schema library would double the size of the sign-in screen. The file belongs to the installation
// and is trusted.
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
