import { exceptions, patterns } from './patterns.mjs';

/** Removes code spans, quotations, URLs and template variables from a text: they are not prose. */
const prose = (text) => text.replace(/\$\{?\w+|`[^`]*`|"[^"\n]{1,80}"|“[^”]*”|https?:\S+/g, '""');

/** The rows of the pattern table that match a text of the given kind. */
const findings = (kind, text) =>
  exceptions.some(({ text: allowed }) => allowed.test(text))
    ? []
    : patterns.filter((row) => row.in.includes(kind) && row.pattern.test(prose(text)));

/** Reports every matching row at the given node or location. */
function report(context, { kind, text, ...place }) {
  for (const { name, write } of findings(kind, text))
    context.report({ ...place, message: `"${name}" in a ${kind}. Write ${write}.` });
}

const testFunctions = new Set(['describe', 'it', 'suite', 'test']);

/** The function at the root of `test`, `test.skip` and `test.each(rows)`. */
function rootName(callee) {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type === 'MemberExpression') return rootName(callee.object);
  if (callee.type === 'CallExpression') return rootName(callee.callee);
  if (callee.type === 'TaggedTemplateExpression') return rootName(callee.tag);
  return null;
}

const textOf = (node) => {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TemplateLiteral') return node.quasis.map((quasi) => quasi.value.cooked).join('…');
  return null;
};

const comments = {
  create: (context) => ({
    Program() {
      for (const comment of context.sourceCode.getAllComments())
        for (const [index, text] of comment.value.split('\n').entries()) {
          const line = comment.loc.start.line + index;
          report(context, {
            kind: 'comment',
            text,
            loc: { start: { line, column: 0 }, end: { line, column: text.length } },
          });
        }
    },
  }),
};

const titles = {
  create: (context) => ({
    CallExpression(node) {
      const text = testFunctions.has(rootName(node.callee)) ? textOf(node.arguments[0]) : null;
      if (text !== null) report(context, { kind: 'title', text, node: node.arguments[0] });
    },
  }),
};

const isProse = (text) => /[a-z]\S* +\S*[a-z]/i.test(text);

const texts = {
  create(context) {
    const check = (node, text) => {
      if (text !== null && isProse(text)) report(context, { kind: 'text', text, node });
    };
    return {
      Literal: (node) => check(node, textOf(node)),
      TemplateLiteral: (node) => check(node, textOf(node)),
      JSXText: (node) => check(node, node.value),
    };
  },
};

const documents = {
  create: (context) => ({
    text: (node) => report(context, { kind: 'document', text: node.value, node }),
  }),
};

/** The rules of comments, test titles, texts and Markdown, for oxlint and ESLint. */
export default { meta: { name: 'language' }, rules: { comments, titles, texts, documents } };
