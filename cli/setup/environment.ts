import { isHintAddress, isOrigin } from '../hosted/origin.ts';
import type { Failure } from '../failure.ts';

/** A Google Cloud region, such as `europe-west1`. */
const isRegion = (text: string): boolean => /^[a-z]+-[a-z]+\d+$/.test(text) && !/^(eu|ap|sa)-/.test(text);

const rules = {
  FUNCTIONS_REGION: { isValid: isRegion, example: 'FUNCTIONS_REGION=europe-west1' },
  PUBLIC_ADMIN_ORIGIN: { isValid: isOrigin, example: 'PUBLIC_ADMIN_ORIGIN=https://admin.example.com' },
  PUBLISH_WEBHOOK_URL: { isValid: isHintAddress, example: 'PUBLISH_WEBHOOK_URL=https://ITS-ADDRESS/hooks/publish' },
} as const;

/** Fails for an invalid setting. Checked before writing, because values in the file are never overwritten later. */
export function environmentProblem(environment: Record<string, string | undefined>): Failure | null {
  for (const [name, { isValid, example }] of Object.entries(rules)) {
    const value = environment[name];
    if (value === undefined || value === '' || isValid(value)) continue;
    const hint = value === '/hooks/publish' ? ' (SERVICE may be empty)' : '';
    return {
      what: `${name} is invalid: ${value}${hint}`,
      next: `Nothing was written. Set it like ${example}, or unset it`,
    };
  }
  return null;
}
