import { sitePaths } from '@frontage/model/paths';
import type { SectionInput } from '@frontage/model/section';
import type { PictureAddress } from './images.ts';

const shown = { is_visible: true, is_published: true, cta_text: '', cta_url: '' };

/** The homepage: every section key once, in order. */
export const sections = (picture: PictureAddress): Record<string, SectionInput> => ({
  hero: {
    ...shown,
    section_key: 'hero',
    title: 'Say hello to someone made of light.',
    content: `Parhelion is a place to meet digital humans: faces that listen, think and answer while you watch.

Open one, say hello, and see what happens next.`,
    cta_text: 'Meet the demos',
    cta_url: sitePaths.demos,
    image_url: picture('hero'),
    order_index: 0,
  },
  'new-frontier': {
    ...shown,
    section_key: 'new-frontier',
    title: 'The new frontier has a face.',
    content: `A *parhelion* is a second sun: a bright spot that ice and light draw beside the real one.

Digital humans are like that. They stand next to us, plainly not the original, and change how everything around them looks.`,
    cta_text: 'How it works',
    cta_url: sitePaths.page('how-it-works'),
    image_url: picture('frontier'),
    order_index: 1,
  },
  'experiment-safely': {
    ...shown,
    section_key: 'experiment-safely',
    title: 'Experiment safely.',
    content: `- Every demo runs on an address of its own, away from this site.
- Cameras and microphones stay off until you say yes.
- Demos that are not ready for everyone wait behind a password.`,
    cta_text: 'Read the privacy notes',
    cta_url: sitePaths.page('privacy'),
    image_url: picture('safely'),
    order_index: 2,
  },
  'what-you-can-do': {
    ...shown,
    section_key: 'what-you-can-do',
    title: 'What you can do here.',
    content: `**Talk** to a listener that answers with its eyes.
**Walk** through a garden of halos.
**Watch** two suns keep each other company.

Nothing to install, nothing to sign up for.`,
    cta_text: 'Open the gallery',
    cta_url: sitePaths.demos,
    image_url: picture('doing'),
    order_index: 3,
  },
  'built-for-experimenters': {
    ...shown,
    section_key: 'built-for-experimenters',
    title: 'Built for experimenters.',
    content: `Bring a link, a frame or a script. If it runs in a browser, it can stand in the gallery an instant after it is published.

Drafts stay drafts until somebody means it.`,
    image_url: picture('built'),
    order_index: 4,
  },
  'why-it-matters': {
    ...shown,
    section_key: 'why-it-matters',
    title: 'Why it matters.',
    content: `We have read to machines, typed at them and shouted across kitchens at them. Looking at one, and being looked back at, is new.

It deserves to be tried slowly, in the open, by people who may say no.`,
    cta_text: 'Where it helps',
    cta_url: sitePaths.page('use-cases'),
    image_url: picture('matters'),
    order_index: 5,
  },
  'start-experiment': {
    ...shown,
    section_key: 'start-experiment',
    title: 'Start your experiment.',
    content: 'One minute, one face, one question. That is enough to begin.',
    cta_text: 'Start with The Listener',
    cta_url: sitePaths.demo('the-listener'),
    image_url: '',
    order_index: 6,
  },
});
