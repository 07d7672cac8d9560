import type { MenuItem } from '@frontage/model/navigation';
import { sitePaths } from '@frontage/model/paths';

/** The address if the menu contains it; null otherwise, so that all pages outside the menu share one cached header. */
export const placeInMenu = (items: readonly MenuItem[], address: string): string | null =>
  address === sitePaths.demos || contains(items, address) ? address : null;

const contains = (items: readonly MenuItem[], address: string): boolean =>
  items.some(({ path, children }) => path === address || contains(children, address));
