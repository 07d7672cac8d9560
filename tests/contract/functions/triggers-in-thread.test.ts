import { describeTriggers } from './trigger-cases.ts';

describeTriggers('in a thread', { functionsModule: new URL('./fixture/index.ts', import.meta.url).href });
