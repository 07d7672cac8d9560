import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateRules } from '@frontage/model/kinds/rules';

// Writes the parts of firestore.rules that follow from the kinds of content: `npm run generate`. With `--check` it only
// reports whether they are current.
const file = join(import.meta.dirname, '../firestore.rules');
const stored = readFileSync(file, 'utf8');
const generated = generateRules(stored);
if (process.argv.includes('--check') && generated !== stored) {
  console.error('firestore.rules does not match the fields in model/. Run: npm run generate');
  process.exitCode = 1;
} else if (generated !== stored) writeFileSync(file, generated);
