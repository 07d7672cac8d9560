import type { Kind } from '@frontage/model/kinds/kinds';
import { FileText, House, type Icon, MonitorPlay, Newspaper } from '#icons';

/** The look of a kind in menus and search results, and its shortcuts. */
interface KindLook {
  icon: Icon;
  /** The key that opens the list after `g`; none if absent. */
  key?: string;
  /** Further words that find the command for a new document. */
  keywords: string;
}

const plain: KindLook = { icon: FileText, keywords: '' };

/** The looks of the kinds; those without an entry have the look of a text. */
const looks: { readonly [K in Kind]?: KindLook } = {
  section: { icon: House, key: 'h', keywords: '' },
  page: { icon: FileText, key: 'p', keywords: 'write' },
  demo: { icon: MonitorPlay, key: 'm', keywords: 'embed' },
  news: { icon: Newspaper, key: 'n', keywords: 'article post blog press' },
};

export const kindLookOf = (kind: Kind): KindLook => looks[kind] ?? plain;
