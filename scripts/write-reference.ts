/** Writes the pages of the documentation that are made from code. A test fails where one of them is out of date. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { configurationReference } from '../packages/server/src/config/reference.ts';

const path = fileURLToPath(new URL('../docs/reference/configuration.md', import.meta.url));
mkdirSync(dirname(path), { recursive: true });
writeFileSync(path, configurationReference());
