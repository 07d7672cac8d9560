import type { DemoInput } from '@frontage/model/demo-form';
import type { PictureAddress } from './images.ts';
import { listener } from './listener.ts';
import { echo } from './echo.ts';

interface Around {
  picture: PictureAddress;
  /** Origin that serves the example pages which URL and iframe embeds lead to. */
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

/** Eight demos, oldest first, by document id: every kind of embed, two behind a password, one draft. */
export const demos = ({ picture, embedOrigin }: Around): Record<string, DemoInput> => ({
  'two-suns': demo({
    heading: 'Two Suns',
    slug: 'two-suns',
    iframe_url: `${embedOrigin}/examples/halo?suns=2`,
    meta_description: 'A sun and its companion keep their distance. Move between them and see who follows.',
    og_image_url: picture('twoSuns'),
  }),
  'the-understudy': demo({
    heading: 'The Understudy',
    slug: 'the-understudy',
    iframe_url: listener({ hue: 28, lines: ['I am not ready yet.', 'Come back when I am published.'] }),
    meta_description: 'A face that is still learning its lines.',
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
    meta_description: 'What stands at the desk when everyone has gone home. By invitation.',
    og_image_url: picture('nightShift'),
  }),
  'the-concierge': demo({
    heading: 'The Concierge',
    slug: 'the-concierge',
    iframe_url: listener({
      hue: 12,
      lines: [
        'Good evening. You found the password.',
        'Shall I show you around?',
        'The lifts are where they always were.',
      ],
    }),
    is_password_protected: true,
    password: 'parhelion',
    meta_description: 'A host for those who were told the word. It remembers you for a day.',
    og_image_url: picture('concierge'),
  }),
  'orbit-study': demo({
    heading: 'Orbit Study',
    slug: 'orbit-study',
    iframe_url: `<iframe src="${embedOrigin}/examples/orbit" width="800" height="600" allow="fullscreen"></iframe>`,
    meta_description: 'Attention, drawn as gravity: the longer you look, the closer it comes.',
    og_image_url: picture('orbit'),
  }),
  echo: demo({
    heading: 'Echo',
    slug: 'echo',
    iframe_url: echo,
    meta_description: 'Lend it your microphone and it answers in light. Nothing is recorded.',
    og_image_url: picture('echo'),
  }),
  'halo-garden': demo({
    heading: 'Halo Garden',
    slug: 'halo-garden',
    iframe_url: `${embedOrigin}/examples/halo`,
    meta_description: 'Rings of light that open where you pass and close when you are gone.',
    og_image_url: picture('haloGarden'),
  }),
  'the-listener': demo({
    heading: 'The Listener',
    slug: 'the-listener',
    iframe_url: listener({
      hue: 212,
      lines: [
        'Hello. I am made of about a hundred lines.',
        'Say anything. I am better at listening.',
        'Look around; my eyes will follow.',
      ],
    }),
    meta_title: 'The Listener: a face that listens',
    meta_description: 'A small face drawn by a small program. It blinks, follows your hand and talks when asked.',
    og_image_url: picture('listener'),
  }),
});
