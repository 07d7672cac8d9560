import { slugKindOf, type Savable } from '@frontage/model/kinds';
import { oldAddresses } from '@frontage/model/messages';
import { sitePaths } from '@frontage/model/paths';
import type { Base } from '@frontage/model/writes/plan-save';
import { readSlugHolder } from '../../lib/documents/slug-holder.ts';
import { useDocumentStore } from '../../lib/documents/use-document-store.ts';
import { useConfirm } from '../../ui/confirm.tsx';

const addresses = { page: sitePaths.shortPage, demo: sitePaths.demo };

/** Asks before a save takes a slug that is an old address of another document; true where it may. */
export function useTakeOver(kind: Savable) {
  const store = useDocumentStore();
  const confirm = useConfirm();
  return async ({ id, base }: { id: string; base: Base | null }, slug: unknown): Promise<boolean> => {
    const slugKind = slugKindOf(kind);
    if (slugKind === null || typeof slug !== 'string' || slug === base?.slug) return true;
    const holder = await readSlugHolder(store, slugKind, { slug, id });
    // Where it cannot be known, the save will not get through either.
    if (!holder.ok || holder.value.state !== 'old') return true;
    return confirm(oldAddresses.takeOver({ of: holder.value.of, address: addresses[slugKind](slug) }));
  };
}
