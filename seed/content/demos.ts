import type { DemoInput } from '@frontage/model/kinds/demo-form';
import type { PictureAddress } from './images.ts';
import { listener } from './listener.ts';
import { echo } from './echo.ts';

interface DemoOptions {
  picture: PictureAddress;
  /** Origin of the example pages that URL and iframe embeds show. */
  embedOrigin: string;
}

const demo = (fields: Partial<DemoInput> & Pick<DemoInput, 'heading' | 'slug' | 'iframe_url'>): DemoInput => ({
  is_password_protected: false,
  password: '',
  ga_tracking_enabled: true,
  meta_title: '',
  meta_description: '',
  og_image_url: '',
  is_published: true,
  ...fields,
});

/** Eight demos by document id, oldest first: every kind of embed, two protected by a password, one draft. */
export const demos = ({ picture, embedOrigin }: DemoOptions): Record<string, DemoInput> => ({
  'two-suns': demo({
    heading: 'Two Suns',
    slug: 'two-suns',
    iframe_url: `${embedOrigin}/examples/halo?suns=2`,
    meta_description: 'Two suns that react to each other. Move your pointer between them and see which one follows.',
    og_image_url: picture('twoSuns'),
  }),
  'the-understudy': demo({
    heading: 'The Understudy',
    slug: 'the-understudy',
    iframe_url: listener({ hue: 28, lines: ['I am not ready yet.', 'Please come back soon.'] }),
    meta_description: 'A new digital human that is still rehearsing.',
    og_image_url: picture('understudy'),
    is_published: false,
  }),
  'night-shift': demo({
    heading: 'Night Shift',
    slug: 'night-shift',
    iframe_url: `${embedOrigin}/examples/halo?suns=1&night`,
    is_password_protected: true,
    password: 'moonlight',
    ga_tracking_enabled: false,
    meta_description: 'A friendly night watch for invited guests. Ask us for the password.',
    og_image_url: picture('nightShift'),
  }),
  'the-concierge': demo({
    heading: 'The Concierge',
    slug: 'the-concierge',
    iframe_url: listener({
      hue: 12,
      lines: ['Good evening, and welcome.', 'May I show you around?', 'Just ask. I am happy to help.'],
    }),
    is_password_protected: true,
    password: 'parhelion',
    meta_description: 'A personal host for invited guests. It remembers you for a day.',
    og_image_url: picture('concierge'),
  }),
  'orbit-study': demo({
    heading: 'Orbit Study',
    slug: 'orbit-study',
    iframe_url: `<iframe src="${embedOrigin}/examples/orbit" width="800" height="600" allow="fullscreen"></iframe>`,
    meta_description: 'Planets that notice you: the longer you hold still, the closer they come.',
    og_image_url: picture('orbit'),
  }),
  echo: demo({
    heading: 'Echo',
    slug: 'echo',
    iframe_url: echo,
    meta_description: 'Turn on your microphone and watch your voice become light. Nothing is recorded.',
    og_image_url: picture('echo'),
  }),
  'halo-garden': demo({
    heading: 'Halo Garden',
    slug: 'halo-garden',
    iframe_url: `${embedOrigin}/examples/halo`,
    meta_description: 'A garden of light that opens wherever you move your pointer.',
    og_image_url: picture('haloGarden'),
  }),
  'the-listener': demo({
    heading: 'The Listener',
    slug: 'the-listener',
    iframe_url: listener({
      hue: 212,
      lines: [
        'Hello! It is nice to meet you.',
        'Move around, and my eyes will follow you.',
        'A small program draws me. Ask me again!',
      ],
    }),
    meta_title: 'The Listener: a face that listens',
    meta_description: 'A friendly face that blinks, follows your pointer and talks when you ask.',
    og_image_url: picture('listener'),
  }),
});
