import type { CallInput, CallName, CallOutput } from '@frontage/model/calls';

/** What became of a call. A function that will not do it says why; without a reason nobody could be asked. */
export type Answer<T> = { ok: true; result: T } | { ok: false; status: string | null; message: string | null };

interface Envelope<T> {
  result?: T;
  error?: { status?: string; message?: string };
}

/** Asks a server function through the site's own origin, in Firebase's callable protocol. */
async function ask<Name extends CallName>(name: Name, data: CallInput<Name>): Promise<Answer<CallOutput<Name>>> {
  try {
    const response = await fetch(`/api/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(await appCheckHeader()) },
      body: JSON.stringify({ data }),
    });
    const { result, error } = (await response.json()) as Envelope<CallOutput<Name>>;
    if (response.ok && result) return { ok: true, result };
    return { ok: false, status: error?.status ?? null, message: error?.message ?? null };
  } catch {
    return { ok: false, status: null, message: null };
  }
}

// Named by its whole name, which compilation replaces: without App Check nothing of it is in the script.
async function appCheckHeader(): Promise<Record<string, string>> {
  if (!import.meta.env.PUBLIC_APP_CHECK) return {};
  const { appCheckToken } = await import('./app-check.queries.ts');
  const token = await appCheckToken(import.meta.env.PUBLIC_APP_CHECK);
  return token === null ? {} : { 'x-firebase-appcheck': token };
}

/** Opens a protected demo with its password. */
export const verifyPassword = (demoId: string, password: string) => ask('verifyDemoPassword', { demoId, password });

/** The embed code again, for a token that an earlier password earned. */
export const fetchEmbed = (demoId: string, token: string) => ask('getDemoEmbed', { demoId, token });
