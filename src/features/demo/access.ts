import { durations } from '@frontage/model/limits';

/** The stored access of one unlocked demo: the time and the server's token. */
export interface Access {
  at: number;
  token: string;
}

/** The used part of localStorage; any call may throw if storage is disabled. */
export type AccessStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The storage key of a demo. */
export const accessKey = (demoId: string): string => `frontage:demo:${demoId}`;

/** The remaining time of an access at `now`, in milliseconds; 0 or less if it has expired. */
export function remaining({ at }: Access, now: number): number {
  // A time in the future is invalid and gives no access.
  return at > now ? 0 : at + durations.demoAccess - now;
}

/** The stored access of a demo; an expired or invalid one is removed. */
export function readAccess(storage: AccessStorage, demoId: string, now: number): Access | null {
  try {
    const entry = storage.getItem(accessKey(demoId));
    if (entry === null) return null;
    const access = parseAccess(entry);
    if (access && remaining(access, now) > 0) return access;
    storage.removeItem(accessKey(demoId));
    return null;
  } catch {
    return null;
  }
}

/** Stores an access; false if the browser has no storage. */
export function writeAccess(storage: AccessStorage, demoId: string, access: Access): boolean {
  try {
    storage.setItem(accessKey(demoId), JSON.stringify(access));
    return true;
  } catch {
    return false;
  }
}

export function removeAccess(storage: AccessStorage, demoId: string): void {
  try {
    storage.removeItem(accessKey(demoId));
  } catch {
    // Without storage there is nothing to remove.
  }
}

function parseAccess(entry: string): Access | null {
  try {
    const { at, token } = JSON.parse(entry) as Partial<Access>;
    return typeof at === 'number' && typeof token === 'string' && token !== '' ? { at, token } : null;
  } catch {
    return null;
  }
}
