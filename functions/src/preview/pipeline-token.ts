import { durations } from '@frontage/model/limits';
import { effectiveRoles } from '@frontage/model/permissions';
import { defineCall } from '../call/define-call.ts';
import { readStanding } from '../call/read-standing.ts';
import { refuse } from '../call/refusal.ts';
import { publishWebhookSecret } from '../params.ts';
import { sealToken } from './seal-token.ts';

/** What the pipeline believes of the caller for ten minutes; roles that are taken away meanwhile still count there. */
export const pipelineToken = defineCall(
  'pipelineToken',
  async ({ caller, firestore, now }) => {
    const { user, secondFactorRequired: required } = await readStanding(firestore, firestore, caller.uid);
    const roles = effectiveRoles(user, { required, used: caller.usedSecondFactor });
    if (roles.length === 0) return refuse('notAllowed');
    const expires_at = now.getTime() + durations.pipelineToken;
    const token = sealToken(publishWebhookSecret.value(), { uid: caller.uid, roles: [...roles], expires_at });
    return { token, expires_at };
  },
  { secrets: [publishWebhookSecret] },
);
