import { describeTriggers } from './trigger-cases.ts';

describeTriggers('delivered once');
