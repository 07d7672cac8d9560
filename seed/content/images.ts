import { buckets, type Bucket } from '@frontage/model/paths';

/**
 * The pictures in seed/images by name, each with its file, the bucket to which it is uploaded and its alt text; null
 * for decorative ones.
 */
export const pictures = {
  hero: { file: 'hero.webp', bucket: buckets.homepageImages, alt: 'A head in golden light, with two halos behind it' },
  frontier: {
    file: 'section-frontier.webp',
    bucket: buckets.homepageImages,
    alt: 'A head in profile against a pale morning',
  },
  safely: { file: 'section-safely.webp', bucket: buckets.homepageImages, alt: 'Three thin halos around a cold sun' },
  doing: { file: 'section-doing.webp', bucket: buckets.homepageImages, alt: 'Three heads in green light below a halo' },
  built: { file: 'section-built.webp', bucket: buckets.homepageImages, alt: 'Three wide halos around a setting sun' },
  matters: {
    file: 'section-matters.webp',
    bucket: buckets.homepageImages,
    alt: 'Two heads facing each other around a red sun',
  },
  start: {
    file: 'section-start.webp',
    bucket: buckets.homepageImages,
    alt: 'A low sun over a dark plain, with two halos around it',
  },
  listener: { file: 'demo-listener.webp', bucket: buckets.demoImages, alt: 'A head in profile beside a golden halo' },
  haloGarden: {
    file: 'demo-halo-garden.webp',
    bucket: buckets.demoImages,
    alt: 'Four green halos around a bright point',
  },
  orbit: { file: 'demo-orbit.webp', bucket: buckets.demoImages, alt: 'Two pale halos around a sun in a blue sky' },
  concierge: { file: 'demo-concierge.webp', bucket: buckets.demoImages, alt: 'A head in the light of a red evening' },
  nightShift: { file: 'demo-night-shift.webp', bucket: buckets.demoImages, alt: 'Two heads in moonlight below a halo' },
  echo: { file: 'demo-echo.webp', bucket: buckets.demoImages, alt: 'Two rose halos around a sun' },
  twoSuns: { file: 'demo-two-suns.webp', bucket: buckets.demoImages, alt: 'A wide halo around a pale sun at dawn' },
  understudy: { file: 'demo-understudy.webp', bucket: buckets.demoImages, alt: 'A head in front of a halo at dawn' },
  share: { file: 'share.webp', bucket: buckets.demoImages, alt: null },
  partnerRings: { file: 'partner-rings.webp', bucket: buckets.homepageImages, alt: 'Twin Rings' },
  partnerSun: { file: 'partner-sun.webp', bucket: buckets.homepageImages, alt: 'Low Sun' },
  partnerDoors: { file: 'partner-doors.webp', bucket: buckets.homepageImages, alt: 'Four Doors' },
  partnerWave: { file: 'partner-wave.webp', bucket: buckets.homepageImages, alt: 'Long Wave' },
  logo: { file: 'logo.svg', bucket: buckets.brandingAssets, alt: null },
} as const satisfies Record<string, { file: string; bucket: Bucket; alt: string | null }>;

export type PictureName = keyof typeof pictures;

/** The address of an uploaded picture. */
export type PictureAddress = (name: PictureName) => string;
