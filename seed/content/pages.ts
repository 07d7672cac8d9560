import type { PageInput } from '@frontage/model/kinds/page';
import type { PictureAddress } from './images.ts';
import { useCases } from './use-cases.ts';

const page = (fields: Partial<PageInput> & Pick<PageInput, 'title' | 'slug' | 'body'>): PageInput => ({
  meta_title: '',
  meta_description: '',
  og_image_url: '',
  is_published: true,
  parent_id: null,
  show_in_menu: true,
  menu_order: 0,
  nav_label: '',
  ...fields,
});

/** Ten pages by document id: two of them with child pages, two drafts, and two pages outside the menu. */
export const pages = (picture: PictureAddress): Record<string, PageInput> => ({
  'how-it-works': page({
    title: 'How a digital human works',
    slug: 'how-it-works',
    nav_label: 'How it works',
    menu_order: 10,
    meta_description: 'A face, a voice and a memory: the three parts of a digital human, explained in plain words.',
    body: `A digital human has three parts that work together: a face, a voice and a memory.

## A face

The face turns speech and mood into expressions, many times a second. It also knows when to *rest*: a face that never stops moving is tiring to look at.

## A voice

The voice listens until you have finished your thought. Then it answers, and the lips move with every sound.

## A memory

The memory keeps the conversation in mind while you talk, and forgets it when you leave.

| Part | Listens to | Answers with |
| --- | --- | --- |
| Face | the voice | a look |
| Voice | you | words |
| Memory | both | context |

See it for yourself: [open the gallery](/demos) and choose a demo.`,
  }),
  'the-face': page({
    title: 'The face',
    slug: 'the-face',
    parent_id: 'how-it-works',
    menu_order: 1,
    meta_description: 'Why a digital face blinks, looks away and sometimes does nothing at all.',
    body: `A simple face can be charming. A staring one never is.

That is why our digital faces behave the way people do:

1. It blinks, unevenly.
2. It looks away while it thinks.
3. It comes back before it speaks.

> Being still is an expression, too.

The portraits on this site show no real people. A short program draws them from circles and gradients.`,
  }),
  'the-voice': page({
    title: 'The voice',
    slug: 'the-voice',
    parent_id: 'how-it-works',
    menu_order: 2,
    body: `A good conversation depends on timing.

Answer too early, and you interrupt. Answer too late, and you seem distracted.
We spend most of our work on the pause in between.

\`\`\`
you      ──────────╮
pause              ╰──╮
answer                ╰──────────
\`\`\``,
  }),
  'the-memory': page({
    title: 'The memory',
    slug: 'the-memory',
    parent_id: 'how-it-works',
    menu_order: 3,
    is_published: false,
    body: 'Draft: which memories are kept, for how long, and how people can see their own.',
  }),
  'use-cases': page({
    title: 'Where a face helps',
    slug: 'use-cases',
    nav_label: 'Use cases',
    menu_order: 20,
    meta_description:
      'Where digital humans help most: classrooms, museums and other places where people have questions.',
    body: useCases(picture),
  }),
  'in-classrooms': page({
    title: 'In classrooms',
    slug: 'in-classrooms',
    parent_id: 'use-cases',
    menu_order: 1,
    body: `A patient listener, even for the eleventh attempt.

It gives no grades. It asks *how did you get there?* and takes time to listen.`,
  }),
  'in-museums': page({
    title: 'In museums',
    slug: 'in-museums',
    parent_id: 'use-cases',
    menu_order: 2,
    body: `A label has thirty words. A conversation has as many as your visitor likes.

The exhibit stays the star: when a visitor looks at it, the guide stops talking.`,
  }),
  'about-this-site': page({
    title: 'About this site',
    slug: 'about-this-site',
    nav_label: 'About',
    menu_order: 30,
    meta_description: 'Parhelion is an invented brand: the example content of Frontage.',
    body: `**Parhelion is not a real company.** We made up the name, texts, pictures and demos to show you how Frontage works.

- No real people are shown or quoted. A program draws the portraits.
- The demos are small programs that send no data anywhere.
- The email address and the social links are examples, too.

Sign in to the admin and make this site yours: every change is live a moment after you publish it.`,
  }),
  privacy: page({
    title: 'Privacy',
    slug: 'privacy',
    show_in_menu: false,
    meta_description: 'How this site respects your privacy: no cookies, and no recordings.',
    body: `We keep as little about you as possible, and this site sets no cookies.

- **Visits** are counted only after you agree.
- **Unlocked demos** stay open in your browser for 24 hours.
- **Cameras and microphones** are used only by the demo you allow, and only while it is open.`,
  }),
  'press-kit': page({
    title: 'Press kit',
    slug: 'press-kit',
    show_in_menu: false,
    is_published: false,
    body: 'Draft: our logo, our colors and the story behind the name.',
  }),
});
