import { buckets, type Bucket } from '@frontage/model/paths';

/** The pictures in seed/images by name, each with its file and the bucket to which it is uploaded. */
export const pictures = {
  hero: { file: 'hero.webp', bucket: buckets.homepageImages },
  frontier: { file: 'section-frontier.webp', bucket: buckets.homepageImages },
  safely: { file: 'section-safely.webp', bucket: buckets.homepageImages },
  doing: { file: 'section-doing.webp', bucket: buckets.homepageImages },
  built: { file: 'section-built.webp', bucket: buckets.homepageImages },
  matters: { file: 'section-matters.webp', bucket: buckets.homepageImages },
  start: { file: 'section-start.webp', bucket: buckets.homepageImages },
  listener: { file: 'demo-listener.webp', bucket: buckets.demoImages },
  haloGarden: { file: 'demo-halo-garden.webp', bucket: buckets.demoImages },
  orbit: { file: 'demo-orbit.webp', bucket: buckets.demoImages },
  concierge: { file: 'demo-concierge.webp', bucket: buckets.demoImages },
  nightShift: { file: 'demo-night-shift.webp', bucket: buckets.demoImages },
  echo: { file: 'demo-echo.webp', bucket: buckets.demoImages },
  twoSuns: { file: 'demo-two-suns.webp', bucket: buckets.demoImages },
  understudy: { file: 'demo-understudy.webp', bucket: buckets.demoImages },
  share: { file: 'share.webp', bucket: buckets.demoImages },
  partnerRings: { file: 'partner-rings.webp', bucket: buckets.homepageImages },
  partnerSun: { file: 'partner-sun.webp', bucket: buckets.homepageImages },
  partnerDoors: { file: 'partner-doors.webp', bucket: buckets.homepageImages },
  partnerWave: { file: 'partner-wave.webp', bucket: buckets.homepageImages },
  logo: { file: 'logo.svg', bucket: buckets.brandingAssets },
} as const satisfies Record<string, { file: string; bucket: Bucket }>;

export type PictureName = keyof typeof pictures;

/** The address of an uploaded picture. */
export type PictureAddress = (name: PictureName) => string;
