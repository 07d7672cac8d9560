import { kindCollections } from './kinds/kinds.ts';
import { collections } from './paths.ts';

const others = [collections.settings, collections.slugs, collections.redirects, collections.media] as const;

/** Content collections whose documents have `updated_at`; embed code changes together with its demo. */
export const sweptCollections = [...kindCollections, ...others] as const;

/** The collections with public content. */
export const contentCollections = [...kindCollections, collections.demoEmbeds, ...others] as const;

export type ContentCollection = (typeof contentCollections)[number];
