import type { ReadBlock } from './blocks.ts';

/** Writes the elements of a block into the tokens of a text. */
export interface BlockWriter {
  element(tag: string, attributes: Readonly<Record<string, string>>, inside: () => void): void;
  /** A heading one level below the nearest one before the block. */
  heading(inside: () => void): void;
  link(href: string, className: string, inside: () => void): void;
  /** The link to the player of a video, with its poster. */
  video(url: string, title: string, inside: () => void): void;
  text(text: string): void;
  /** Markdown within a line. */
  inline(source: string): void;
  /** An image; `sizes` are the widths at which it is shown, by default those of the text's images. */
  image(src: string, alt: string, sizes?: string): void;
  /** A link to a published demo with its image and title. */
  demo(id: string, sizes?: string): void;
  /** The content between the fences. */
  content(): void;
  /** The name of the block around this one; null at the top level. */
  parent: string | null;
}

/** Writes a block as one element. */
export const writeBlock = (writer: BlockWriter, block: ReadBlock): void =>
  elements[block.definition.name]?.(writer, { ...block.values, text: block.text });

/** Names of blocks that the site shows; for tests. */
export const shownBlocks = (): string[] => Object.keys(elements);

type Values = Readonly<Record<string, string>> & { text: string };

const wide = '(min-width: 70rem) 66rem, 92vw';
const widths: Record<string, { className: string; sizes?: string }> = {
  text: { className: '' },
  wide: { className: ' is-wide', sizes: wide },
  full: { className: ' is-full', sizes: '100vw' },
};

/** The widths of images in a grid of 2 to 4 columns. */
const columnSizes: Record<string, string> = {
  2: '(min-width: 70rem) 32rem, (min-width: 40rem) 46vw, 92vw',
  3: '(min-width: 70rem) 21rem, (min-width: 40rem) 46vw, 92vw',
  4: '(min-width: 70rem) 16rem, (min-width: 40rem) 46vw, 92vw',
};

const elements: Record<string, (writer: BlockWriter, values: Values) => void> = {
  callout: (to, { type, text }) =>
    to.element('div', { class: `b-callout is-${type}`, role: 'note' }, () => {
      if (text !== '') to.element('p', { class: 'b-title' }, () => to.text(text));
      to.content();
    }),
  columns: (to) => to.element('div', { class: 'b-columns' }, () => to.content()),
  column: (to) => to.element('div', { class: 'b-column' }, () => to.content()),
  cards: (to, { columns }) => to.element('div', { class: `b-cards has-${columns}` }, () => to.content()),
  card: (to, { text, href = '', src = '', alt = '' }) =>
    to.element('div', { class: 'b-card' }, () => {
      if (src !== '') to.image(src, alt, columnSizes[3]);
      to.element('div', { class: 'b-card-text' }, () => {
        to.heading(() => (href === '' ? to.text(text) : to.link(href, '', () => to.text(text))));
        to.content();
      });
    }),
  button: (to, { text, href = '', style }) =>
    to.element('p', { class: 'b-button' }, () =>
      to.link(href, style === 'secondary' ? 'button button-quiet' : 'button', () => to.text(text)),
    ),
  quote: (to, { text, href = '' }) =>
    to.element('figure', { class: 'b-quote' }, () => {
      to.element('blockquote', {}, () => to.content());
      if (text === '') return;
      to.element('figcaption', {}, () => (href === '' ? to.text(text) : to.link(href, '', () => to.text(text))));
    }),
  questions: (to) => to.element('div', { class: 'b-questions' }, () => to.content()),
  question: (to, { text, open }) =>
    to.element('details', open === 'true' ? { open: '' } : {}, () => {
      to.element('summary', {}, () => to.text(text));
      to.content();
    }),
  image: (to, { text, src = '', alt = '', width = 'text' }) => {
    const { className, sizes } = widths[to.parent === 'gallery' ? 'text' : width] ?? { className: '' };
    to.element('figure', { class: `b-image${className}` }, () => {
      to.image(src, alt, to.parent === 'gallery' ? columnSizes[2] : sizes);
      if (text !== '') to.element('figcaption', {}, () => to.inline(text));
    });
  },
  gallery: (to, { columns }) => to.element('div', { class: `b-gallery has-${columns}` }, () => to.content()),
  video: (to, { text, url = '', poster = '', width = 'text' }) => {
    const { className, sizes } = widths[width] ?? { className: '' };
    to.element('figure', { class: `b-video${className}` }, () =>
      to.video(url, text, () => {
        if (poster !== '') to.image(poster, '', sizes);
        to.element('span', { class: 'b-video-title' }, () => to.text(text));
      }),
    );
  },
  demo: (to, { text, id = '', width = 'text' }) => {
    const { className, sizes } = widths[width] ?? { className: '' };
    to.element('figure', { class: `b-demo${className}` }, () => {
      to.demo(id, sizes);
      if (text !== '') to.element('figcaption', {}, () => to.inline(text));
    });
  },
  logos: (to, { text }) =>
    to.element('div', { class: 'b-logos' }, () => {
      if (text !== '') to.element('p', { class: 'b-title' }, () => to.text(text));
      to.element('div', { class: 'b-row' }, () => to.content());
    }),
  logo: (to, { text, src = '', href = '' }) =>
    to.element('p', { class: 'b-logo' }, () =>
      href === '' ? to.image(src, text, '10rem') : to.link(href, '', () => to.image(src, text, '10rem')),
    ),
  numbers: (to) => to.element('div', { class: 'b-numbers' }, () => to.content()),
  number: (to, { text, value = '' }) =>
    to.element('p', { class: 'b-number' }, () => {
      to.element('strong', {}, () => to.text(value));
      to.text(' ');
      to.element('span', {}, () => to.text(text));
    }),
};
