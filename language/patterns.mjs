/**
 * The words and phrases that `npm run check:language` rejects.
 *
 * `in` names the kinds of text a row applies to:
 * - `comment`: comments in code, rules, style sheets and workflows
 * - `title`: titles of tests and suites
 * - `text`: string literals and markup of product code with at least two words
 * - `document`: Markdown, without code blocks, code spans and links' addresses
 */
const everywhere = ['comment', 'title', 'text', 'document'];
const code = ['comment', 'title'];

export const patterns = [
  {
    name: 'what',
    pattern: /\bwhat(ever|soever)?\b/i,
    in: everywhere,
    write: 'a concrete noun as the subject ("a failed chunk", not "what cannot be loaded")',
  },
  {
    name: 'who',
    pattern: /\bwho(m|ever|mever)?\b/i,
    in: code,
    write: 'the role: "the author", "a user with …", "the caller"',
  },
  { name: 'whoever', pattern: /\bwho(mever|ever)\b/i, in: ['text', 'document'], write: 'the role, or "anyone who"' },
  { name: 'somebody', pattern: /\b(some|any)body\b/i, in: everywhere, write: 'the role, or "someone" and "anyone"' },
  {
    name: 'nobody',
    pattern: /\bnobody\b/i,
    in: everywhere,
    write: '"no user", "no caller", "no one", or a passive sentence',
  },
  { name: 'anew', pattern: /\banew\b/i, in: everywhere, write: '"again", or a verb with re-' },
  { name: 'mend', pattern: /\bmend(s|ed|ing)?\b/i, in: everywhere, write: 'fix, repair' },
  { name: 'leads on', pattern: /\b(lead(s|ing)?|led) (on|away)\b/i, in: everywhere, write: 'redirects' },
  { name: 'by itself', pattern: /\bby (it|them)sel(f|ves)\b/i, in: everywhere, write: 'automatically, alone' },
  { name: 'of its own', pattern: /\bof (its|their|one's) own\b/i, in: everywhere, write: '"its own …", "separate"' },
  { name: 'in the midst', pattern: /\bin the midst\b/i, in: everywhere, write: 'during, in the middle of' },
  { name: 'such as', pattern: /, as (["'`“.]|\/)/, in: everywhere, write: '"such as", "for example"' },
  {
    name: 'perception',
    pattern: /^\W*(Hears?|Tells?|Believes?|Says|Knows?|Learns?|Asks whether)\b/,
    in: ['comment'],
    write: 'what the code does in terms of data: "Called when …", "Returns …", "Reports …"',
  },
  { name: 'gives way', pattern: /\b(giv(e|es|ing)|gave) way\b/i, in: everywhere, write: 'yields, is preempted' },
  { name: 'goes on', pattern: /\b(go(es)?|went|going|gone) on\b(?! to)/i, in: everywhere, write: 'continues' },
  { name: 'begin', pattern: /\b(begin|start) anew\b/i, in: everywhere, write: 'start over' },
  { name: 'up for review', pattern: /\bup for review\b/i, in: ['text'], write: 'in review' },
  { name: 'run out', pattern: /\bha(s|ve) run out\b/i, in: ['text'], write: 'has expired' },
  { name: 'back office', pattern: /\bback[- ]office\b/i, in: everywhere, write: 'admin' },
  {
    name: 'room',
    pattern: /\b(in|of) (this|each|every|its) rooms?\b|\brooms? of\b/i,
    in: [...code, 'document'],
    write: 'folder, module',
  },
  { name: 'deed', pattern: /\bdeeds?\b/i, in: everywhere, write: 'change, action' },
  { name: 'happenings', pattern: /\bhappenings?\b/i, in: everywhere, write: 'events' },
  { name: 'email', pattern: /\be-mails?\b/i, in: everywhere, write: 'email' },
  { name: 'sign in', pattern: /(?<![./]|default )\blog(ged|ging|s)? ?in\b/i, in: ['text'], write: 'sign in' },
  {
    name: 'British spelling',
    pattern: /\b(colour|behaviour|favourite|centred|cancelled|licence)/i,
    in: everywhere,
    write: 'US spelling',
  },
];

/**
 * Texts that are accepted although a pattern matches, each with the reason. `text` is tested against the whole literal.
 */
export const exceptions = [
  { text: /What You Can Do/, reason: 'label of a section key, fixed by the specification' },
  { text: /^frontage: what staff ask the pipeline$/, reason: 'part of the key of tokens, in use by running programs' },
];
