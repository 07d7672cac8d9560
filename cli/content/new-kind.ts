import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { capitalized, kindNames, kinds } from '@frontage/model/kinds/kinds';
import { messageOf } from '@frontage/model/messages';
import { adminPaths } from '@frontage/model/paths';
import { reservedSlugs } from '@frontage/model/slug';
import type { Failure } from '../runtime/failure.ts';
import { root } from '../target/configuration.ts';

const listFile = 'model/kinds/kinds.ts';

/**
 * Writes the file and the templates of a new kind, registers it, and generates the derived files. Returns the paths
 * of the written files in the project; after a failure, nothing has changed.
 */
export async function addKind(plural: string): Promise<{ files: string[] } | Failure> {
  const words = kindWords(plural);
  if ('what' in words) return words;
  const folder = `src/pages/${plural}`;
  const hadFolder = existsSync(join(root, folder));
  const files = {
    [`model/kinds/${plural}.ts`]: kindFile(words),
    [`${folder}/[slug].astro`]: kindTemplate(words),
    [`${folder}/[...page].astro`]: archiveTemplate(words),
  };
  const existing = Object.keys(files).find((file) => existsSync(join(root, file)));
  if (existing !== undefined)
    return { what: `${existing} exists already`, next: 'Choose another name, or move the file away' };
  const before = readFileSync(join(root, listFile), 'utf8');
  const list = withKind(before, words);
  if (list === null)
    return { what: `${listFile} has no list of kinds`, next: 'Add the kind to the list by hand: see CONTRIBUTING.md' };
  try {
    for (const [file, text] of Object.entries({ ...files, [listFile]: list })) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), text);
    }
    await promisify(execFile)(process.execPath, [join(root, 'cli/generate.ts')], { cwd: root });
  } catch (error) {
    for (const file of Object.keys(files)) rmSync(join(root, file), { force: true });
    if (!hadFolder) rmSync(join(root, folder), { recursive: true, force: true });
    writeFileSync(join(root, listFile), before);
    const [, reason] = /^Error: (.*)$/m.exec(messageOf(error)) ?? [];
    const next = reason === undefined ? 'Correct the named problem, then run it again' : 'Choose another name';
    return { what: reason ?? messageOf(error), next };
  }
  return { files: [...Object.keys(files), listFile] };
}

/** The names of a kind of content, all from its plural in the form `case-studies`. */
interface KindWords {
  /** The plural, which is also the name of its file and the first part of its addresses. */
  plural: string;
  /** The name in the list of kinds and in links: 'caseStudy'. */
  key: string;
  keyOfMany: string;
  collection: string;
  one: string;
  many: string;
}

const longest = 30;
// Words that have no singular.
const unchanged = ['news', 'series', 'species'];

/** The singular of an English plural; a wrong one is corrected in the file of the kind. */
function singular(plural: string): string {
  if (unchanged.some((word) => plural === word || plural.endsWith(` ${word}`))) return `${plural} entry`;
  if (plural.endsWith('ies')) return `${plural.slice(0, -'ies'.length)}y`;
  if (/(?:ch|sh|x|ss)es$/.test(plural)) return plural.slice(0, -'es'.length);
  return plural.endsWith('s') ? plural.slice(0, -1) : `${plural} entry`;
}

const camelCase = (words: string): string => words.replaceAll(/ (\w)/g, (_, letter: string) => letter.toUpperCase());

/** The words of a new kind, or the reason why it cannot have this name. */
function kindWords(plural: string): KindWords | Failure {
  const next = 'Name it by a plural in lowercase letters, for example: npx frontage new-kind case-studies';
  if (!/^[a-z]+(-[a-z]+)*$/.test(plural) || plural.length < 3 || plural.length > longest)
    return { what: `"${plural}" is not the name of a kind: 3 to ${longest} letters a to z and single hyphens`, next };
  const adminPath = `/admin/${plural}`;
  const taken = [...Object.values(adminPaths), ...kindNames.map((kind) => kinds[kind].adminPath)].includes(adminPath);
  if (taken || reservedSlugs.includes(plural))
    return { what: `The site or the admin has the address /${plural} already`, next: 'Choose another name' };
  const many = plural.replaceAll('-', ' ');
  const one = singular(many);
  const words = { key: camelCase(one), keyOfMany: camelCase(many), collection: plural.replaceAll('-', '_') };
  return { plural, one, many, ...words };
}

/** The file of a new kind in `model/kinds/`. */
function kindFile({ plural, key, keyOfMany, collection, one, many }: KindWords): string {
  return `import { z } from 'zod';
import { contentStamps } from '../fields.ts';
import { archiveSlugs, slugFromTitle } from '../slug.ts';
import { date, formShape, image, markdown, required, slug, storedShape, tags, text, toggle } from './field.ts';
import type { KindDefinition } from './kind.ts';

// Form, validation, rules, indexes, lists, search, drafts, history, trash, launches, import and backup follow from this
// file. After a change, run: npm run generate

const fields = {
  // \`listed\`: lists and pickers of staff read the field. \`searched\`: the search of staff finds it. \`shown\`: templates read
  // it. \`card\`: lists on the site show it; \`filtered\` and \`sorted\`: they can use it. model/kinds/field.ts has the types of
  // fields, for example:
  // rating: number({ label: 'Rating', panel: 'content', min: 0, max: 5, shown: true }),
  // starts_at: time({ label: 'Start', panel: 'content', shown: true }),
  // formats: choices({ talk: 'Talk', workshop: 'Workshop' }, { label: 'Formats', panel: 'content', shown: true }),
  // A link to another document, which a template reads with \`content.linked\`:
  // related: links({ label: 'Related', panel: 'content', to: ['page'], max: 5, shown: true }),
  // Rows with the same fields: figures: groups({ label: 'Figures', panel: 'content', max: 10, one: 'figure', shown: true,
  //   row: { label: required({ label: 'Label', max: 40 }), value: text({ label: 'Value', max: 20 }) } }),
  title: required({ label: 'Title', panel: 'content', max: 200, listed: true, searched: true, shown: true, card: true }),
  slug: slug(archiveSlugs, { label: 'URL slug', panel: 'content', listed: true, shown: true }),
  date: date({ label: 'Date', panel: 'content', listed: true, shown: true, card: true }),
  summary: text({ label: 'Summary', panel: 'content', max: 300, searched: true, shown: true, card: true }),
  cover: image({ label: 'Cover', panel: 'content', shown: true, card: true }),
  tags: tags({ label: 'Tags', panel: 'content', shown: true, filtered: true }),
  body: markdown({ label: 'Body', panel: 'content', max: 200_000, searched: true, shown: true }),
  is_published: toggle({ label: 'Publish', panel: 'publishing', help: 'Visitors can read it.', listed: true }),
};

export const ${key} = {
  collection: '${collection}',
  plural: '${keyOfMany}',
  // In sentences of the admin: "Create ${capitalized(one)}", "No ${many} yet".
  nouns: { one: '${one}', many: '${many}' },
  label: '${capitalized(one)}',
  title: '${capitalized(many)}',
  description: '${capitalized(many)} of the site.',
  area: '${capitalized(many)}',
  adminPath: '/admin/${plural}',
  nameField: 'title',
  // The rights of each role: 'articles' as for pages, 'sections' (editors create, administrators delete), 'admin'.
  policy: 'articles',
  fields,
  form: z.object(formShape(fields)),
  schema: z.object({ ...storedShape(fields), ...contentStamps }),
  // The path of the template src/pages/${plural}/[slug].astro; null for documents without an own page.
  address: { prefixes: ['/${plural}/'], priority: 0.6, slugFrom: slugFromTitle },
  // The list at /${plural}, newest first, with pages of ten numbered from the oldest, pages of tags and a feed. It uses the
  // template src/pages/${plural}/[...page].astro. Without it, take the slugs from pageSlugs.
  archive: { sort: 'date', pageSize: 10, tags: 'tags', feed: true },
} as const satisfies KindDefinition;
`;
}

/** The template of a document in `src/pages/`. */
function kindTemplate({ plural, key, one }: KindWords): string {
  return `---
import { formatDate } from '@frontage/model/dates';
import { texts } from '@frontage/model/messages';
import EntryLinks from '../../features/archive/entry-links.astro';
import EntryTags from '../../features/archive/entry-tags.astro';
import { notFoundMetadata, titledMetadata } from '../../features/head/metadata.ts';
import NotFound from '../../features/not-found/not-found.astro';
import SiteLayout from '../../layouts/site-layout.astro';
import { textOf } from '../../optimizations/text-cache.server.ts';
import Prose from '../../ui/prose.astro';

// Each query of \`content\` is recorded: this page is rendered again when an answer changes, and only then.
const { content, once } = Astro.locals;
const slug = Astro.params.slug ?? '';
const source = { site: content.site(), findImage: content.image };
// The fields that are \`shown\` of the published ${one} with this slug; null if there is none.
const found = content.entry(\`${key}:\${slug}\`);
const fieldOf = (name: string): string => String(found?.[name] ?? '');
const [title, summary, body, cover] = [fieldOf('title'), fieldOf('summary'), fieldOf('body'), fieldOf('cover')];
const date = fieldOf('date');
const tags = Array.isArray(found?.tags) ? found.tags.map(String) : [];
const image = cover === '' ? null : content.image(cover);
const metadata = found
  ? titledMetadata(source, { path: \`/${plural}/\${slug}\`, title, description: summary || null })
  : notFoundMetadata(source, texts.pageNotFound.title);
if (!found) Astro.response.status = 404;
---

<SiteLayout
  metadata={metadata}
  body={
    found ? (
      <article class="article entry">
        <h1>{title}</h1>
        {date && (
          <p class="muted">
            <time datetime={date}>{formatDate(date)}</time>
          </p>
        )}
        {summary && <p>{summary}</p>}
        {image && <img src={image.src} alt={image.alt ?? ''} width={image.width} height={image.height} />}
        {body && <Prose text={textOf(body, once)} topHeading={2} hasHeadingIds />}
        <EntryTags kind="${key}" tags={tags} />
        <EntryLinks of={\`${key}:\${slug}\`} />
      </article>
    ) : (
      <NotFound message="page" />
    )
  }
/>
`;
}

/** The template of the pages of an archive in `src/pages/`. */
function archiveTemplate({ plural, key, many }: KindWords): string {
  return `---
import { texts } from '@frontage/model/messages';
import Archive from '../../features/archive/archive.astro';
import { archivePage } from '../../features/archive/archive-page.ts';
import { notFoundMetadata, titledMetadata } from '../../features/head/metadata.ts';
import NotFound from '../../features/not-found/not-found.astro';
import SiteLayout from '../../layouts/site-layout.astro';

// The newest ${many} at /${plural}, earlier ones at /${plural}/page/1 and so on, numbered from the oldest, and those with a tag at
// /${plural}/tag/TAG. A page is rendered again when one of its cards or links changes, and only then.
const { content } = Astro.locals;
// \`page.cards\` has the fields with \`card\` in model/kinds/${plural}.ts. Replace <Archive> to show them differently; other
// templates read them with content.list('${key}', { limit: 3, where: { tags: 'launch' } }).
const page = archivePage(content, Astro.url.pathname);
const source = { site: content.site(), findImage: content.image };
const metadata = page ? titledMetadata(source, page) : notFoundMetadata(source, texts.pageNotFound.title);
if (!page) Astro.response.status = 404;
---

<SiteLayout metadata={metadata} body={page ? <Archive page={page} /> : <NotFound message="page" />} />
`;
}

/** The text of \`model/kinds/kinds.ts\` with a further kind at the end of its list; null if the list is not found. */
function withKind(source: string, { key, plural }: KindWords): string | null {
  const list = /(?<=\nconst registered = \{ )[^}]*?(?= \} as const)/;
  const firstImport = source.search(/\nimport type \{[^}]*\bKindDefinition\b/);
  if (!list.test(source) || firstImport < 0) return null;
  const imported = `${source.slice(0, firstImport)}\nimport { ${key} } from './${plural}.ts';${source.slice(firstImport)}`;
  return imported.replace(list, (names) => `${names}, ${key}`);
}
