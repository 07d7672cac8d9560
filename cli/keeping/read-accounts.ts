import type { Auth } from 'firebase-admin/auth';
import type { Account } from './backup-line.ts';
import { compareNames } from './line-order.ts';

const perPage = 1_000;

/** All accounts, sorted by uid, without passwords and second factors. */
export async function readAccounts(auth: Auth): Promise<Account[]> {
  const accounts: Account[] = [];
  let pageToken: string | undefined;
  do {
    const page = await auth.listUsers(perPage, pageToken);
    for (const { uid, email, displayName, emailVerified, disabled, customClaims } of page.users) {
      const claims = Object.entries(customClaims ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
      accounts.push({
        uid,
        email: email ?? null,
        name: displayName ?? null,
        verified: emailVerified,
        disabled,
        claims: claims.length > 0 ? Object.fromEntries(claims) : null,
      });
    }
    pageToken = page.pageToken;
  } while (pageToken !== undefined);
  return accounts.sort((a, b) => compareNames(a.uid, b.uid));
}
