import type { z } from 'zod';
import type { Fields } from './field.ts';
import type { FieldChange } from './field-changes.ts';
import type { ContentSwitch } from './settings.ts';

/** The name of a policy in `model/permissions.ts`: the rights of each role on the documents. */
export type Policy = 'articles' | 'sections' | 'admin';

/** Documents with a slug and an address. Slugs are unique in a kind; links to documents and slugs name the kind. */
export interface Addressed {
  /** The paths before the slug at which visitors find a document, the canonical one first. */
  prefixes: readonly [string, ...string[]];
  /** The priority in the sitemap, which sorts by it. */
  priority: number;
  /** The slug suggested for a name. */
  slugFrom(name: string): string;
}

/** The numbered list of a kind's documents at the address before their slugs, such as `/news`. */
export interface Archive {
  /** The field by which documents are sorted, the newest first. */
  sort: string;
  /** The number of entries on a numbered page. */
  pageSize: number;
  /** The field of tags. Each tag has its own numbered list, such as `/news/tag/launch`. */
  tags?: string;
  /** Whether the archive has an Atom feed of the newest entries. */
  feed?: true;
}

/** The statement of a kind of content. `model/kinds/kinds.ts` lists all kinds. */
export interface KindDefinition {
  collection: string;
  /** The name of its documents in requests and edit marks. */
  plural: string;
  /** The noun for one document and for several, in sentences: 'page', 'pages'. */
  nouns: { one: string; many: string };
  /** The noun in lists with documents of all kinds, with a capital letter. */
  label: string;
  /** The title and description of its list. */
  title: string;
  description: string;
  /** The name of its list in the menu of the admin. */
  area: string;
  /** The path of the list in the admin, below which each document has its editor. */
  adminPath: string;
  /** The field with the document's name. */
  nameField: string;
  policy: Policy;
  fields: Fields;
  /** The changes of its fields since it had documents, oldest first. */
  changes?: readonly FieldChange[] | undefined;
  /** The schema of the form's values without those of companions; empty optional texts become null. */
  form: z.ZodObject;
  /** The schema of a stored document. */
  schema: z.ZodObject<Readonly<Record<string, z.ZodType>>>;
  /** Null for documents without a slug. */
  address: Addressed | null;
  /** The switch in the setting `content` that the site needs for this kind. Without it, its documents have no pages. */
  switchedBy?: ContentSwitch;
  /** The archive on the site; none if absent. Only kinds with an address can have one. */
  archive?: Archive;
  /** Whether a document has embed code and possibly a password, in companion documents. At most one kind can have them. */
  hasEmbed?: true;
  /** The field with the position of a document among the others. */
  positionField?: string;
  /** The page with all documents of a kind without addresses. Its changes count as site-wide. */
  shownOn?: string;
}
