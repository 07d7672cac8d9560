import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { LibraryTable } from './signature.ts';
import { takes } from './signature.ts';

const bytesOf = (input: string | Uint8Array): Uint8Array =>
  typeof input === 'string' ? new TextEncoder().encode(input) : input;

const digest = (algorithm: 'md5' | 'sha256', input: string | Uint8Array): Uint8Array =>
  new Uint8Array(createHash(algorithm).update(input).digest());

function fourBytes(checksum: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, checksum, true);
  return bytes;
}

// CRC-32C (Castagnoli), reflected polynomial.
const CRC32C_TABLE = Uint32Array.from({ length: 256 }, (_, octet) => {
  let remainder = octet;
  for (let bit = 0; bit < 8; bit++) remainder = remainder & 1 ? (remainder >>> 1) ^ 0x82f63b78 : remainder >>> 1;
  return remainder;
});

function crc32c(bytes: Uint8Array): number {
  let checksum = 0xffffffff;
  for (const octet of bytes) checksum = (CRC32C_TABLE[(checksum ^ octet) & 0xff] ?? 0) ^ (checksum >>> 8);
  return (checksum ^ 0xffffffff) >>> 0;
}

/** The namespace `hashing`: of a string (as UTF-8) or bytes, to bytes; checksums are four bytes, little-endian. */
export const HASHING_FUNCTIONS: LibraryTable = {
  crc32: takes(['text'], ([input]) => fourBytes(crc32(bytesOf(input)))),
  crc32c: takes(['text'], ([input]) => fourBytes(crc32c(bytesOf(input)))),
  md5: takes(['text'], ([input]) => digest('md5', input)),
  sha256: takes(['text'], ([input]) => digest('sha256', input)),
};
