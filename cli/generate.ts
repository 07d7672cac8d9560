import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateIndexes } from '@frontage/model/kinds/indexes';
import { generateRules } from '@frontage/model/kinds/rules';

// Writes the parts of deployed files that follow from the kinds of content: `npm run generate`. With `--check` it only
// reports whether they are current.
const files = { 'firestore.rules': generateRules, 'firestore.indexes.json': generateIndexes };
for (const [name, generate] of Object.entries(files)) {
  const file = join(import.meta.dirname, '..', name);
  const stored = readFileSync(file, 'utf8');
  const generated = generate(stored);
  if (generated === stored) continue;
  if (process.argv.includes('--check')) {
    console.error(`${name} does not match the fields in model/. Run: npm run generate`);
    process.exitCode = 1;
  } else writeFileSync(file, generated);
}
