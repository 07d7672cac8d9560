import { bareDemo, barePage, bareSection } from '@frontage/model/content.fixture';
import type { Json, JsonObject } from './source.ts';

const provenance = {
  rev: 1,
  created_at: '2026-01-01T00:00:00.000Z',
  created_by: 'ada',
  updated_at: '2026-01-02T00:00:00.000Z',
  updated_by: 'ada',
};

/** A published page; `fields` override its defaults. */
export const aPage = (fields: JsonObject = {}): JsonObject => ({
  ...barePage,
  body: 'Hello *there*.',
  ...provenance,
  ...fields,
});

/** A published demo without a password. Its embed code is a separate document. */
export const aDemo = (fields: JsonObject = {}): JsonObject => ({
  ...bareDemo,
  heading: 'Ada speaks',
  slug: 'ada-speaks',
  ...provenance,
  ...fields,
});

export const anEmbed = (iframe_url = 'https://demo.example/ada'): JsonObject => ({ iframe_url });

/** A published, visible section. */
export const aSection = (fields: JsonObject = {}): JsonObject => ({
  ...bareSection,
  section_key: 'hero',
  title: 'Meet Ada',
  content: 'A digital human.',
  ...provenance,
  ...fields,
});

/** A slug record: the document with this id last took the slug. */
export const aSlug = (id: string): JsonObject => ({ id, updated_at: '2026-01-02T00:00:00.000Z' });

/** An administrator's own redirect. */
export const aRedirect = (from: string, to: string | null, status = 301): JsonObject => ({
  from,
  to,
  status,
  updated_at: '2026-01-02T00:00:00.000Z',
  updated_by: 'ada',
});

/** One stored setting. */
export const aSetting = (value: Json): JsonObject => ({
  value,
  updated_at: '2026-01-02T00:00:00.000Z',
  rev: 1,
  updated_by: 'ada',
});

/** The library's document of the upload `object`. */
export const aMedia = (object: string, fields: JsonObject = {}): JsonObject => ({
  ...{ bucket: 'demo-images', path: object, url: `https://storage.example/${object}`, name: `${object}.png` },
  ...{ type: 'image/png', bytes: 1, md5: object, width: 8, height: 8 },
  ...{ title: null, alt: null, is_decorative: false, focal: { x: 0.5, y: 0.5 } },
  ...provenance,
  ...fields,
});
