import { canTakeOverSlugs } from '@frontage/model/abilities';
import { slugKindOf, type Savable } from '@frontage/model/kinds';
import { oldAddresses } from '@frontage/model/address-messages';
import { sitePaths } from '@frontage/model/paths';
import type { Base } from '@frontage/model/writes/plan-save';
import { readSlugHolder } from '../../lib/documents/slugs.ts';
import { useDocumentStore } from '../../lib/documents/use-document-store.ts';
import { useViewer } from '../../lib/session.tsx';
import { useConfirm } from '../../ui/confirm.tsx';

const addresses = { page: sitePaths.shortPage, demo: sitePaths.demo };

/**
 * Asks before a save takes an old slug of another document. Returns true to proceed; false without a question if the
 * user has no permission.
 */
export function useTakeOver(kind: Savable) {
  const store = useDocumentStore();
  const confirm = useConfirm();
  const viewer = useViewer();
  return async ({ id, base }: { id: string; base: Base | null }, slug: unknown): Promise<boolean> => {
    const slugKind = slugKindOf(kind);
    if (slugKind === null || typeof slug !== 'string' || slug === base?.slug) return true;
    const holder = await readSlugHolder(store, slugKind, {
      slug,
      id,
      canTakeOver: canTakeOverSlugs(slugKind, viewer),
    });
    if (holder.ok && holder.value.state === 'reserved') return false;
    // If the lookup fails, the save would fail too.
    if (!holder.ok || holder.value.state !== 'old') return true;
    return confirm(oldAddresses.takeOver({ of: holder.value.of, address: addresses[slugKind](slug) }));
  };
}
