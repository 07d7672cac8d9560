import { createHash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { HtmlValidate } from 'html-validate';
import { ResolvedConfigLoader } from './resolved-config.ts';

const loader = new ResolvedConfigLoader({
  extends: ['html-validate:standard'],
  rules: {
    // React writes `<input/>`, `autoComplete` and `disabled=""`, which are equivalent HTML.
    'void-style': 'off',
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    // Other health rules report these.
    'no-dup-id': 'off',
    'heading-level': 'off',
    'long-title': 'off',
  },
});
const validator = new HtmlValidate(loader);

// Most pages share their header, footer and head, apart from texts, so that only their own content is validated.
const known = new Map<string, string[]>();
const mostKnown = 50_000;

async function messagesOf(html: string): Promise<string[]> {
  const key = createHash('sha1').update(html).digest('base64');
  const before = known.get(key);
  if (before) return before;
  const { results } = await validator.validateString(html);
  const messages = results.flatMap(({ messages: found }) =>
    found.map(({ message, ruleId }) => `${message} (${ruleId})`),
  );
  const distinct = [...new Set(messages)].sort();
  if (known.size >= mostKnown) known.clear();
  known.set(key, distinct);
  return distinct;
}

const content = /(<main\b[^>]*>)(.*)(<\/main>)/s;

/** The page without its own content and without the texts of its head. */
const frameOf = (html: string): string =>
  html
    .replace(content, '$1<h1>Title</h1>$3')
    .replace(/<title>.*?<\/title>/s, '<title>Title</title>')
    .replaceAll(/ (?:content|datetime)="[^"]*"/g, ' content="text"')
    .replace(/<link rel="canonical"[^>]*>/, '')
    .replaceAll(/(<script type="application\/ld\+json">).*?(<\/script>)/gs, '$1{}$2');

// Astro inserts this style element at the first island, wherever it is.
const islandStyle = '<style>astro-island,astro-slot,astro-static-slot{display:contents}</style>';

parentPort?.on('message', (page: string) => {
  const html = page.replace(islandStyle, '');
  const [main] = content.exec(html) ?? [];
  const parts = main === undefined ? [html] : [frameOf(html), main];
  void Promise.all(parts.map(messagesOf)).then((found) => parentPort?.postMessage([...new Set(found.flat())]));
});
