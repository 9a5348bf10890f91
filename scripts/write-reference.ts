/** Writes the pages of the documentation that are made from code or from the runs of the bench. A test fails where one of them is out of date. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { performancePage } from '../bench/performance-page.ts';
import { permissionReference } from '../packages/server/src/identity/actors/permission-reference.ts';
import { fieldTypeReference } from '../packages/server/src/model/fields/reference.ts';
import { configurationReference } from '../packages/server/src/platform/config/reference.ts';
import { errorReference } from '../packages/server/src/platform/errors/reference.ts';

const FOLDER = new URL('../docs/reference/', import.meta.url);

/** The text of each page by the name of its file. */
export const referencePages: ReadonlyMap<string, () => string> = new Map([
  ['configuration.md', configurationReference],
  ['errors.md', errorReference],
  ['field-types.md', fieldTypeReference],
  ['performance.md', performancePage],
  ['permissions.md', permissionReference],
]);

if (import.meta.main) {
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, text] of referencePages) writeFileSync(new URL(name, FOLDER), text());
}
