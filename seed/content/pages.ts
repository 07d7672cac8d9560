import type { PageInput } from '@frontage/model/page';

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

/** Ten pages, by document id: two families, a draft in each, and two that the menu does not show. */
export const pages: Record<string, PageInput> = {
  'how-it-works': page({
    title: 'How a digital human works',
    slug: 'how-it-works',
    nav_label: 'How it works',
    menu_order: 10,
    meta_description: 'A face, a voice and a memory: the three parts of a digital human, explained without magic.',
    body: `A digital human is three machines that keep each other company.

## A face

It turns numbers into expressions many times a second. Most of its work is *not moving*: a face that never rests is tiring to look at.

## A voice

It listens for the end of a thought, not for a silence. Then it answers, and the face has to agree with every sound.

## A memory

It keeps what you said for as long as the conversation lasts, and lets go of it afterwards.

| Part | Listens to | Answers with |
| --- | --- | --- |
| Face | the voice | a look |
| Voice | you | words |
| Memory | both | context |

Try it: [open the gallery](/demos) and pick any card.`,
  }),
  'the-face': page({
    title: 'The face',
    slug: 'the-face',
    parent_id: 'how-it-works',
    menu_order: 1,
    meta_description: 'Why a digital face blinks, looks away and sometimes does nothing at all.',
    body: `People forgive a plain face. They do not forgive a stare.

So a good digital face does what ours do:

1. It blinks, unevenly.
2. It looks away while it thinks.
3. It comes back before it speaks.

> Stillness is an expression too.

The portraits on this site show no one. They are drawn by a short program from circles and gradients.`,
  }),
  'the-voice': page({
    title: 'The voice',
    slug: 'the-voice',
    parent_id: 'how-it-works',
    menu_order: 2,
    body: `A voice is a promise about the next second.

Start too early and it interrupts. Start too late and it seems not to care.
Most of the craft is in the pause.

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
    body: 'A draft: what should be kept, for how long, and who may ask to see it.',
  }),
  'use-cases': page({
    title: 'Where a face helps',
    slug: 'use-cases',
    nav_label: 'Use cases',
    menu_order: 20,
    meta_description: 'Some questions are easier to ask a face. Some are easier not to.',
    body: `Some questions are easier to ask a face. Others are easier to type.

A digital human helps most where

- the answer is short but the asker is unsure,
- nobody can be there at that hour,
- hands are busy and eyes are free.

It helps least where a form would do.`,
  }),
  'in-classrooms': page({
    title: 'In classrooms',
    slug: 'in-classrooms',
    parent_id: 'use-cases',
    menu_order: 1,
    body: `A patient listener for the eleventh attempt.

It does not grade. It asks *how did you get there?* and waits.`,
  }),
  'in-museums': page({
    title: 'In museums',
    slug: 'in-museums',
    parent_id: 'use-cases',
    menu_order: 2,
    body: `A label has thirty words. A conversation has as many as the visitor wants.

The object stays the main thing: when somebody looks at it, the guide stops talking.`,
  }),
  'about-this-site': page({
    title: 'About this site',
    slug: 'about-this-site',
    nav_label: 'About',
    menu_order: 30,
    meta_description: 'Parhelion is an invented brand: the example content of Frontage.',
    body: `**Parhelion does not exist.** The name, the texts, the pictures and the demos were made up to show what this software does.

- No person is shown or quoted here. The portraits are drawn by a program.
- The demos are small programs of our own; they send nothing anywhere.
- The e-mail address leads nowhere, and so do the social links.

Sign in to the back office and replace everything: each change is live a moment after you publish it.`,
  }),
  privacy: page({
    title: 'Privacy',
    slug: 'privacy',
    show_in_menu: false,
    meta_description: 'What this site keeps about you: next to nothing.',
    body: `This site sets no cookies.

- **Visits** are counted only if a measurement id is set, and only after you allow it.
- **An unlocked demo** is remembered in your browser for 24 hours, then forgotten.
- **Cameras and microphones** are asked for by your browser, one demo at a time.`,
  }),
  'press-kit': page({
    title: 'Press kit',
    slug: 'press-kit',
    show_in_menu: false,
    is_published: false,
    body: 'A draft: logo, colours and the story of the name.',
  }),
};
