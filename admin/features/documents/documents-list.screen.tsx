import type { Kind } from '@frontage/model/kinds/kinds';
import { KindList } from '../../editing/list/kind-list.tsx';

/** The list of a kind that has no screen in another feature. */
export const listScreen = (kind: Kind) => ({ Component: () => <KindList kind={kind} /> });
