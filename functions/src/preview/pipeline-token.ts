import { durations } from '@frontage/model/limits';
import { effectiveRoles } from '@frontage/model/permissions';
import { defineCall } from '../call/define-call.ts';
import { readCallerState } from '../call/read-caller-state.ts';
import { refuse } from '../call/refusal.ts';
import { publishWebhookSecret } from '../params.ts';
import { sealToken } from './seal-token.ts';

/** The caller's identity and roles, valid at the pipeline for ten minutes, even if roles are revoked meanwhile. */
export const pipelineToken = defineCall(
  'pipelineToken',
  async ({ caller, firestore, now }) => {
    const { user, secondFactorRequired: required } = await readCallerState(firestore, firestore, caller.uid);
    const roles = effectiveRoles(user, { required, used: caller.usedSecondFactor });
    if (roles.length === 0) return refuse('notAllowed');
    const expires_at = now.getTime() + durations.pipelineToken;
    const token = sealToken(publishWebhookSecret.value(), { uid: caller.uid, roles: [...roles], expires_at });
    return { token, expires_at };
  },
  { secrets: [publishWebhookSecret] },
);
