import type { MenuItem } from '@frontage/model/navigation';
import { sitePaths } from '@frontage/model/paths';

/** An address if the menu contains it; else null, for which all menus are equal. */
export const placeInMenu = (items: readonly MenuItem[], address: string): string | null =>
  address === sitePaths.demos || leadsTo(items, address) ? address : null;

const leadsTo = (items: readonly MenuItem[], address: string): boolean =>
  items.some(({ path, children }) => path === address || leadsTo(children, address));
