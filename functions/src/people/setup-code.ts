import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether a setup code is asked for and `given` is not it. Compares digests, so that the time tells nothing. */
export function isWrongCode(asked: string, given: string | undefined): boolean {
  return asked !== '' && !timingSafeEqual(digest(asked), digest(given ?? ''));
}
