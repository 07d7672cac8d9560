import type { CallInput, CallName, CallOutput } from '@frontage/model/calls';

/**
 * The result of a call. `status` and `message` are the function's error; null if the call did not reach the function.
 */
export type Answer<T> = { ok: true; result: T } | { ok: false; status: string | null; message: string | null };

interface Envelope<T> {
  result?: T;
  error?: { status?: string; message?: string };
}

/** Calls a server function through the site's own origin, in Firebase's callable protocol. */
async function call<Name extends CallName>(name: Name, data: CallInput<Name>): Promise<Answer<CallOutput<Name>>> {
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

// The full expression is replaced at compile time: without App Check the script contains none of its code.
async function appCheckHeader(): Promise<Record<string, string>> {
  if (!import.meta.env.PUBLIC_APP_CHECK) return {};
  const { appCheckToken } = await import('./app-check.queries.ts');
  const token = await appCheckToken(import.meta.env.PUBLIC_APP_CHECK);
  return token === null ? {} : { 'x-firebase-appcheck': token };
}

/** Opens a protected demo with its password. */
export const verifyPassword = (demoId: string, password: string) => call('verifyDemoPassword', { demoId, password });

/** Fetches the embed code again with a token from an earlier password check. */
export const fetchEmbed = (demoId: string, token: string) => call('getDemoEmbed', { demoId, token });
