import { durations } from '@frontage/model/limits';

/** What a browser remembers of one unlocked demo: when, and the token the server gave for it. */
export interface Access {
  at: number;
  token: string;
}

/** The part of localStorage that is needed; any call may throw where storage is switched off. */
export type AccessStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** One entry a demo. */
export const accessKey = (demoId: string): string => `frontage:demo:${demoId}`;

/** How long from `now` an access still lasts, in milliseconds; 0 or less when it is over. */
export function remaining({ at }: Access, now: number): number {
  // A moment in the future was not written by us: it earns no time.
  return at > now ? 0 : at + durations.demoAccess - now;
}

/** The remembered access of a demo; one that is over or damaged is removed. */
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

/** Remembers an access; false where the browser keeps nothing. */
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
    // Nothing can be stored here, so nothing is.
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
