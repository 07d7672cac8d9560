import { z } from 'zod';

const adminConfig = z.object({
  firebase: z.object({
    apiKey: z.string(),
    authDomain: z.string(),
    projectId: z.string(),
    storageBucket: z.string(),
  }),
  /** Region of the callable functions. */
  region: z.string(),
  /** Origin of the public site, no trailing slash. */
  siteOrigin: z.string(),
  /** Where local services listen; absent when the hosted ones are used. */
  emulators: z
    .object({ auth: z.string(), firestore: z.string(), storage: z.string(), functions: z.string() })
    .optional(),
  /** Names of the hosted buckets where they differ from the product's. */
  buckets: z.record(z.string(), z.string()).optional(),
});

export type AdminConfig = z.output<typeof adminConfig>;

/** Reads `/config.json`: which Firebase project and which site this back office belongs to. Throws when there is none. */
export async function loadConfig(): Promise<AdminConfig> {
  const response = await fetch('/config.json');
  if (!response.ok) throw new Error(`/config.json answered ${response.status}`);
  const config = adminConfig.parse(await response.json());
  return { ...config, siteOrigin: config.siteOrigin.replace(/\/+$/, '') };
}

/** Splits `host:port`. */
export function hostAndPort(address: string): [host: string, port: number] {
  const url = new URL(address.includes('://') ? address : `http://${address}`);
  return [url.hostname, Number(url.port)];
}
