import { sitePaths } from '@frontage/model/paths';
import type { SectionInput } from '@frontage/model/kinds/section';
import type { PictureAddress } from './images.ts';

const shown = { is_visible: true, is_published: true, cta_text: '', cta_url: '' };

/** The homepage: every section key once, in order. */
export const sections = (picture: PictureAddress): Record<string, SectionInput> => ({
  hero: {
    ...shown,
    section_key: 'hero',
    title: 'Meet digital humans, face to face.',
    content: `Parhelion is a gallery of digital humans: friendly faces that listen, think and answer in real time.

Choose one, say hello, and start a conversation.`,
    cta_text: 'Meet the demos',
    cta_url: sitePaths.demos,
    image_url: picture('hero'),
    order_index: 0,
  },
  'new-frontier': {
    ...shown,
    section_key: 'new-frontier',
    title: 'A friendlier way to use AI.',
    content: `A *parhelion* is a bright spot beside the sun, made of light and ice. We borrowed the name because digital humans are made of light, too.

They put a face on AI, so that you can talk to it as you would talk to a colleague.`,
    cta_text: 'How it works',
    cta_url: sitePaths.page('how-it-works'),
    image_url: picture('frontier'),
    order_index: 1,
  },
  'experiment-safely': {
    ...shown,
    section_key: 'experiment-safely',
    title: 'Experiment safely.',
    content: `- Every demo runs on a separate address, apart from this site.
- Cameras and microphones stay off until you turn them on.
- Demos for invited guests are protected with a password.`,
    cta_text: 'Read the privacy notes',
    cta_url: sitePaths.page('privacy'),
    image_url: picture('safely'),
    order_index: 2,
  },
  'what-you-can-do': {
    ...shown,
    section_key: 'what-you-can-do',
    title: 'Three things to try today.',
    content: `**Talk** to a face that follows you with its eyes.
**Explore** a garden of light with your pointer.
**Play** with two suns that react to each other.

All of it works in your browser. There is nothing to install and no account to create.`,
    cta_text: 'Open the gallery',
    cta_url: sitePaths.demos,
    image_url: picture('doing'),
    order_index: 3,
  },
  'built-for-experimenters': {
    ...shown,
    section_key: 'built-for-experimenters',
    title: 'Built for experimenters.',
    content: `Add your own demo with a link, an iframe or a script. If it runs in a browser, it can be in the gallery seconds after you publish it.

Drafts stay private until you are ready.`,
    image_url: picture('built'),
    order_index: 4,
  },
  'why-it-matters': {
    ...shown,
    section_key: 'why-it-matters',
    title: 'Why it matters.',
    content: `Talking is the most natural way to ask for help. A face shows that it is listening, and makes hard questions easier to ask.

We test these ideas in the open, so that you can see how they work and decide for yourself.`,
    cta_text: 'Where it helps',
    cta_url: sitePaths.page('use-cases'),
    image_url: picture('matters'),
    order_index: 5,
  },
  'start-experiment': {
    ...shown,
    section_key: 'start-experiment',
    title: 'Start your experiment.',
    content: 'One minute and one question are all you need. We would love to meet you.',
    cta_text: 'Start with The Listener',
    cta_url: sitePaths.demo('the-listener'),
    image_url: picture('start'),
    order_index: 6,
  },
});
