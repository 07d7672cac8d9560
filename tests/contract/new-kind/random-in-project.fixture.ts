import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { type Kind, kindNames, kindOf, kinds } from '@frontage/model/kinds/kinds';
import type { Field } from '@frontage/model/kinds/field';
import { expect, it } from 'vitest';
import { changesBetween, changesIn, liveAddresses } from '../../../pipeline/engine/live-addresses.fixture.ts';
import { liveFiles, openTextPipeline, temporaryFolder } from '../../../pipeline/engine/text-pipeline.fixture.ts';
import { admin as viewer, applyProposedChange } from '../../../pipeline/preview/proposed-changes.fixture.ts';
import type { ProposedChange } from '../../../pipeline/preview/preview-content.ts';
import type { Renderer } from '../../../pipeline/render/renderer.ts';
import { textRenderer } from '../../../pipeline/render/text-renderer.fixture.ts';
import { aDemo, anEmbed, aPage } from '../../../pipeline/sync/documents.fixture.ts';
import { memorySource } from '../../../pipeline/sync/memory-source.fixture.ts';
import type { Json, JsonObject } from '../../../pipeline/sync/source.ts';
import { validateDocument } from '../../../pipeline/sync/validate.ts';
import { admin, roleDocuments } from '../../rules/product/actors.ts';
import { type Fields, now } from '../../rules/product/attack-case.ts';
import { casesOf } from '../../rules/product/content-kinds.ts';
import { decide, prepare } from '../../rules/product/run-in-engine.ts';
import { rulesetOf } from '../../rules/product/ruleset.ts';

// Runs in a copy of the project with kinds of random fields: see random-kinds.test.ts.

const runs = Number(process.env['SEQUENCES']);
const seed = Number(process.env['SEED']);
const at = '2026-01-05T00:00:00.000Z';
const random = kindNames.filter((name) => name.startsWith('random'));

/** A value of a field, and whether the field accepts it. */
type Value = readonly [Json, boolean];

const isShort = (value: unknown): boolean => JSON.stringify(value ?? null).length < 3_000;

/** Mostly valid values of a field; links name documents that may exist. */
function valueOf(field: Field): fc.Arbitrary<Value> {
  const cases = casesOf(field, 'x')
    .filter(([value]) => isShort(value))
    .map(([value, isValid]): Value => [value as Json, isValid]);
  const chosen: Partial<Record<Field['type'], Json[]>> = { slug: ['a', 'b', 'c'], switch: [true, true, false] };
  const valid = chosen[field.type]?.map((value): Value => [value, true]) ?? cases.filter(([, isValid]) => isValid);
  const links: Value[] = ['page:p1', 'page:p2'].map((to) => [field.type === 'links' ? [to] : to, true]);
  const usual = field.type === 'link' || field.type === 'links' ? [...valid, ...links, ...links] : valid;
  const refused = cases.filter(([, ok]) => !ok);
  const [first, ...others] = refused;
  if (first === undefined) return fc.constantFrom(...usual);
  return fc.oneof(
    { weight: 30, arbitrary: fc.constantFrom(...usual) },
    { weight: 1, arbitrary: fc.constantFrom(first, ...others) },
  );
}

interface Drawn {
  kind: Kind;
  id: string;
  fields: JsonObject;
  isValid: boolean;
}

const drawn: fc.Arbitrary<Drawn> = fc.constantFrom(...random).chain((kind) => {
  const arbitraries = Object.entries(kinds[kind].fields).map(([name, field]) =>
    valueOf(field).map((value) => [name, value] as const),
  );
  return fc.record({ id: fc.constantFrom('x', 'y', 'z'), values: fc.tuple(...arbitraries) }).map(({ id, values }) => ({
    kind,
    id,
    fields: Object.fromEntries(values.map(([name, [value]]) => [name, value])),
    isValid: values.every(([, [, isValid]]) => isValid),
  }));
});

const ruleset = rulesetOf(readFileSync('firestore.rules', 'utf8'));

it('rules and schemas accept the same documents of random kinds', () => {
  const counts = { true: 0, false: 0 };
  fc.assert(
    fc.property(drawn, ({ kind, fields, isValid }) => {
      const { uid } = admin;
      const stamps = { rev: 1, created_by: uid, updated_by: uid, created_at: now, updated_at: now };
      const { slug } = fields;
      const path = `${kinds[kind].collection}/x`;
      const batch = [
        { set: path, data: { ...(fields as Fields), ...stamps } },
        ...(typeof slug === 'string' ? [{ set: `slugs/${kind}:${slug}`, data: { id: 'x', updated_at: now } }] : []),
      ];
      const initialState = roleDocuments(admin, false);
      const { allowed } = decide(
        ruleset,
        prepare({ name: '', actor: admin, initialState, try: { batch }, expected: true }),
      );
      // The schema of stored documents accepts slugs that were reserved later; that of the form and the rules do not.
      expect([allowed, kinds[kind].form.safeParse(fields).success]).toEqual([
        isValid,
        // A document may refer to another one of the same kind: only the rules know its own id.
        isValid || refersToItself(kind, fields),
      ]);
      counts[`${isValid}`] += 1;
    }),
    { numRuns: 50 * runs, seed, includeErrorInReport: true },
  );
  expect(Math.min(counts.true, counts.false)).toBeGreaterThan(0);
}, 600_000);

/** Whether the only invalid values of a document are references to itself. */
const refersToItself = (kind: Kind, fields: JsonObject): boolean =>
  Object.entries(kinds[kind].fields).every(([name, field]) => {
    const known = casesOf(field, 'x').find(([value]) => JSON.stringify(value) === JSON.stringify(fields[name]));
    return known?.[1] !== false || (field.type === 'document' && fields[name] === 'x');
  });

/** The text renderer, which also shows the entries of random kinds with the names of linked documents. */
function renderer(name = 'text-1'): Renderer {
  const plain = textRenderer(name);
  return {
    ...plain,
    render: (path, content) => {
      const [, kind = '', slug = ''] = path.split('/');
      if (!random.includes(kind as Kind)) return plain.render(path, content);
      const entry = content.entry(`${kind}:${slug}`);
      const texts = Object.values(entry ?? {})
        .flat()
        .filter((value) => typeof value === 'string');
      const links = texts.filter((value) => /^(?:page|demo):/.test(value)).map((value) => content.linked(value)?.name);
      const body = `${name} ${JSON.stringify([content.site().branding, entry, links])}`;
      return Promise.resolve({ ok: true, status: entry === null ? 404 : 200, contentType: 'text/plain', body });
    },
  };
}

type Edit = { path: string; data: JsonObject | null };

const stamps = { rev: 1, created_at: '2026-01-01T00:00:00.000Z', created_by: 'ada', updated_at: at, updated_by: 'ada' };

const edit: fc.Arbitrary<Edit> = fc.oneof(
  {
    weight: 6,
    arbitrary: drawn.map(({ kind, id, fields }) => ({
      path: `${kinds[kind].collection}/${id}`,
      data: { ...fields, ...stamps },
    })),
  },
  { weight: 1, arbitrary: drawn.map(({ kind, id }) => ({ path: `${kinds[kind].collection}/${id}`, data: null })) },
  {
    weight: 2,
    arbitrary: fc
      .record({ id: fc.constantFrom('p1', 'p2'), title: fc.constantFrom('One', 'Two'), is_published: fc.boolean() })
      .map(({ id, ...page }) => ({ path: `pages/${id}`, data: aPage({ slug: id, ...page }) })),
  },
);

const proposal: fc.Arbitrary<ProposedChange> = fc
  .tuple(drawn, fc.constantFrom('publish', 'publish', 'stored', 'unpublish', 'delete'))
  .map(([{ kind, id, fields }, action]) => ({
    what: kind,
    id,
    action: action === 'stored' ? 'publish' : action,
    // A form publishes: only a stored draft, or 'unpublish', may take a document off the site.
    data: action === 'publish' ? { ...fields, is_published: true } : null,
  }));

it('an incremental release of random kinds equals a build from scratch, and its announced impact', async () => {
  const seen = { released: 0, changed: 0, pages: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(edit, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 }),
      fc.array(proposal, { minLength: 1, maxLength: 4 }),
      async (steps, proposals) => {
        const { folder, remove } = temporaryFolder();
        const source = memorySource(at);
        source.set('demo_pages/d1', aDemo({ slug: 'd1' }));
        source.set('demo_embeds/d1', anEmbed());
        const open = (dataDir: string) => openTextPipeline({ dataDir, source, renderer, now: () => new Date(at) });
        const pipeline = await open(folder);
        try {
          await pipeline.reconcile();
          for (const edits of steps) {
            for (const { path, data } of edits) {
              if (data === null) source.delete(path);
              else source.set(path, { ...data, rev: Number(source.documents.get(path)?.['rev'] ?? 0) + 1 });
            }
            await pipeline.publish(edits.map(({ path }) => path));
            expect(await pipeline.verify()).toEqual({ identical: true, differing: [] });
          }
          for (const proposed of proposals) {
            const before = liveAddresses(pipeline.live());
            const planned = await pipeline.previews.plan(proposed, viewer);
            // A form with problems, such as a taken slug, is planned with other values, which publishing would not write.
            const { data } = proposed;
            const shown = data && (await pipeline.previews.draw({ ...proposed, data }, null, viewer));
            if (shown && !(shown.ok && shown.value.problems.length === 0)) continue;
            const written = await applyProposedChange(proposed, source, at);
            if (written === null) continue;
            await pipeline.publish(written);
            const changed = changesBetween(before, liveAddresses(pipeline.live()));
            expect(planned.ok && changesIn(planned.value)).toEqual(changed);
            expect(planned.ok && planned.value.total).toBe(changed.size);
            seen.released += 1;
            seen.changed += changed.size;
          }
          expect(await pipeline.verify()).toEqual({ identical: true, differing: [] });
          const files = await liveFiles(pipeline);
          seen.pages += Object.keys(files).filter((path) => path.startsWith('/random')).length;
          if (!isAllValid(source.documents)) return;
          const fresh = temporaryFolder();
          const scratch = await open(fresh.folder);
          await scratch.reconcile();
          expect(files).toEqual(await liveFiles(scratch));
          await scratch.close();
          fresh.remove();
        } finally {
          await pipeline.close();
          remove();
        }
      },
    ),
    { numRuns: runs, seed, includeErrorInReport: true },
  );
  const hasPages = random.some((kind) => kinds[kind].address !== null);
  expect(seen.released).toBeGreaterThan(0);
  expect(hasPages ? Math.min(seen.changed, seen.pages) : 1).toBeGreaterThan(0);
}, 3_600_000);

/** An invalid document keeps its previous version, which the content alone does not contain. */
const isAllValid = (documents: ReadonlyMap<string, JsonObject>): boolean =>
  [...documents].every(([path, data]) => {
    const [collection = '', id = ''] = path.split('/');
    const kind = kindOf(collection);
    return kind === null || validateDocument(kinds[kind].collection, id, data).ok;
  });
