import { createHmac, hkdfSync } from 'node:crypto';
import { durations } from '@frontage/model/limits';
import { effectiveRoles } from '@frontage/model/permissions';
import { type TokenHolder, tokenKey } from '@frontage/model/pipeline-token';
import { defineCall } from '../call/define-call.ts';
import { readCallerState, refuse } from '../call/auth.ts';
import { publishWebhookSecret } from '../params.ts';

/** The caller's identity and roles, valid at the pipeline for ten minutes at most: it ends with the session. */
export const pipelineToken = defineCall(
  'pipelineToken',
  async ({ caller, firestore, now }) => {
    const { user, secondFactorRequired: required } = await readCallerState(firestore, firestore, caller.uid);
    const roles = effectiveRoles(user, { required, used: caller.usedSecondFactor });
    if (roles.length === 0) return refuse('notAllowed');
    const expires_at = now.getTime() + durations.pipelineToken;
    const token = sealToken(publishWebhookSecret.value(), {
      uid: caller.uid,
      roles: [...roles],
      signed_in_at: caller.signedInAt,
      used_second_factor: caller.usedSecondFactor,
      expires_at,
    });
    return { token, expires_at };
  },
  { secrets: [publishWebhookSecret] },
);

/** Creates a token in the format of model/pipeline-token.ts. */
function sealToken(secret: string, holder: TokenHolder): string {
  // With an empty key anyone could make tokens.
  if (secret.length < 32) throw new Error('PUBLISH_WEBHOOK_SECRET has fewer than 32 characters');
  const { digest, salt, info, length } = tokenKey;
  const key = new Uint8Array(hkdfSync(digest, secret, salt, info, length));
  const payload = Buffer.from(JSON.stringify(holder)).toString('base64url');
  return `${payload}.${createHmac('sha256', key).update(payload).digest('base64url')}`;
}
