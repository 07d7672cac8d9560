import { duplicateDeliveries } from '../../../local/functions/duplicate-deliveries.fixture.ts';
import { describeTriggers } from './trigger-cases.ts';

describeTriggers('delivered twice, late and out of order', { delays: duplicateDeliveries(7) });
