import { describeTriggers } from './trigger-cases.ts';

describeTriggers('delivered twice, late and out of order', { chaos: { seed: 7 } });
