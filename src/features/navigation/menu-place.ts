import type { MenuItem } from '@frontage/model/navigation';
import { sitePaths } from '@frontage/model/paths';

/** An address, where the menu leads there; null elsewhere, where all menus are alike. */
export const placeInMenu = (items: readonly MenuItem[], address: string): string | null =>
  address === sitePaths.demos || leadsTo(items, address) ? address : null;

const leadsTo = (items: readonly MenuItem[], address: string): boolean =>
  items.some(({ path, children }) => path === address || leadsTo(children, address));
