import type { CallInput, CallName, CallOutput } from '@frontage/model/calls';

export type Answer<T> = { ok: true; result: T } | { ok: false; refused: boolean };

/**
 * Asks a server function through the site's own origin, in Firebase's callable protocol. A function that says no is
 * `refused`; a network that is down, a server error or an answer of another shape is not.
 */
async function ask<Name extends CallName>(name: Name, data: CallInput<Name>): Promise<Answer<CallOutput<Name>>> {
  try {
    const response = await fetch(`/api/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data }),
    });
    const body = (await response.json()) as { result?: CallOutput<Name> };
    return response.ok && body.result
      ? { ok: true, result: body.result }
      : { ok: false, refused: response.status === 403 };
  } catch {
    return { ok: false, refused: false };
  }
}

/** Opens a protected demo with its password. */
export const verifyPassword = (demoId: string, password: string) => ask('verifyDemoPassword', { demoId, password });

/** The embed code again, for a token that an earlier password earned. */
export const fetchEmbed = (demoId: string, token: string) => ask('getDemoEmbed', { demoId, token });
