import { archiveAt, archivePath, feedPath, kinds, slugAt } from '@frontage/model/kinds/kinds';
import { limits, serverLimits } from '@frontage/model/limits';
import { excerpt, excerptedFrom } from '@frontage/model/excerpt';
import { feedFile } from '../../features/feed/feed.ts';
import { textOf } from '../../optimizations/text-cache.server.ts';
import { answering, type MakeTextFile, xmlType } from '../../ui/text-file.server.ts';

const described = limits.metaDescription - 1;

/** The feed of a kind's archive: its newest entries. */
export const file: MakeTextFile = (content, { archive = '' }) => {
  const found = archiveAt(`/${archive}/feed.xml`);
  if (found?.address !== 'feed') return null;
  const { kind } = found;
  const { collection, fields, title, description } = kinds[kind];
  const [body] = Object.keys(fields).filter((name) => fields[name]?.type === 'markdown' && fields[name].shown === true);
  const cards = content.list(kind, { limit: serverLimits.feedPages })?.cards ?? [];
  const entries = cards.flatMap((card) => {
    const entry = content.entry(`${kind}:${slugAt(card.path)?.slug ?? ''}`);
    if (entry === null) return [];
    const text = body === undefined ? null : entry[body];
    const opening =
      typeof text === 'string' && text !== ''
        ? excerpt(textOf(text).opening(excerptedFrom(described)), described)
        : null;
    return [
      {
        tag: `${collection}/${encodeURIComponent(card.id)}`,
        path: card.path,
        title: card.name,
        summary: card.summary ?? opening,
        created_at: String(entry['created_at']),
        updated_at: String(entry['updated_at']),
      },
    ];
  });
  const site = content.site();
  const home = archivePath(kind, { page: 'newest', tag: null }) ?? '/';
  const names = { title: `${title} · ${site.branding.site_name}`, subtitle: description };
  return { contentType: xmlType, text: feedFile(site, { path: feedPath(kind) ?? '', home, ...names, entries }) };
};

export const GET = answering(file);
