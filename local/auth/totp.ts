import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export const TOTP = { algorithm: 'SHA1', digits: 6, periodSeconds: 30, adjacentSteps: 1, secretBytes: 20 } as const;

/** RFC 4648 base 32 without padding. */
export function encodeBase32(bytes: Uint8Array): string {
  let bits = 0;
  let value = 0;
  let text = '';
  for (const byte of bytes) {
    value = (value << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += ALPHABET[(value >>> (bits - 5)) & 31];
    value &= (1 << bits) - 1;
  }
  return bits > 0 ? text + ALPHABET[(value << (5 - bits)) & 31] : text;
}

/**
 * The decoded bytes; null if the text contains characters outside the alphabet. Lower case and padding are accepted.
 */
export function decodeBase32(text: string): Uint8Array | null {
  const bytes: number[] = [];
  let bits = 0;
  let value = 0;
  for (const letter of text.toUpperCase().replace(/=+$/, '')) {
    const index = ALPHABET.indexOf(letter);
    if (index < 0) return null;
    value = (value << 5) | index;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((value >>> bits) & 255);
      value &= (1 << bits) - 1;
    }
  }
  return Uint8Array.from(bytes);
}

/** A new shared secret in base 32, with the 160 bits that RFC 4226 recommends. */
export function generateSecret(): string {
  return encodeBase32(randomBytes(TOTP.secretBytes));
}

/** The code of one time step, RFC 4226 section 5.3. */
export function codeOfStep(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  const binary = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(binary % 10 ** TOTP.digits).padStart(TOTP.digits, '0');
}

export function stepAt(timeMs: number): number {
  return Math.floor(timeMs / 1_000 / TOTP.periodSeconds);
}

/** The steps with this code, of the one at `timeMs` and the adjacent ones (RFC 6238 section 5.2). */
export function stepsOfCode(secret: string, code: string, timeMs: number): number[] {
  const bytes = decodeBase32(secret);
  if (bytes === null || !/^\d{6}$/.test(code)) return [];
  const now = stepAt(timeMs);
  const adjacent = Array.from({ length: 2 * TOTP.adjacentSteps + 1 }, (_, index) => now - TOTP.adjacentSteps + index);
  return adjacent.filter(
    (step) => step >= 0 && timingSafeEqual(Buffer.from(codeOfStep(bytes, step)), Buffer.from(code)),
  );
}

/** Whether the code belongs to the step at `timeMs` or an adjacent one. */
export const verifyCode = (secret: string, code: string, timeMs: number): boolean =>
  stepsOfCode(secret, code, timeMs).length > 0;
