import { z } from 'zod';
import { role } from './user.ts';

/**
 * The payload of the token that the admin sends to the pipeline. The token is `{payload}.{signature}`: the payload as
 * base64url of JSON, and the base64url of its HMAC with SHA-256. The key is derived by HKDF from the secret that
 * functions and pipeline share, so that the key for hints is not valid for staff routes.
 */
export const tokenHolder = z.object({
  uid: z.string().min(1),
  roles: z.array(role).min(1),
  /** The sign-in: the pipeline refuses the token once this session has ended. Seconds since 1970. */
  signed_in_at: z.number(),
  used_second_factor: z.boolean(),
  /** Milliseconds since 1970. */
  expires_at: z.int(),
});

export type TokenHolder = z.output<typeof tokenHolder>;

/** The HKDF parameters of the key. */
export const tokenKey = {
  digest: 'sha256',
  salt: '',
  info: 'frontage: what staff ask the pipeline',
  length: 32,
} as const;
