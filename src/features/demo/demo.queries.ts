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
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data }),
    });
    const { result, error } = (await response.json()) as Envelope<CallOutput<Name>>;
    if (response.ok && result) return { ok: true, result };
    return { ok: false, status: error?.status ?? null, message: error?.message ?? null };
  } catch {
    return { ok: false, status: null, message: null };
  }
}

/** Opens a protected demo with its password. */
export const verifyPassword = (demoId: string, password: string) => ask('verifyDemoPassword', { demoId, password });

/** The embed code again, for a token that an earlier password earned. */
export const fetchEmbed = (demoId: string, token: string) => ask('getDemoEmbed', { demoId, token });
