/** The files of a starter: those that all have, and those of its framework, which come first where both have one. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a site can be made with. */
export const frameworks = { next: 'Next', astro: 'Astro', node: 'plain Node' } as const;
export type Framework = keyof typeof frameworks;

/** npm leaves files of this name out of packages. */
const IGNORED = '.gitignore';
const PACKED_AS = 'gitignore';

/** @param template the folder of all starters. @returns texts by path */
export function siteFiles(template: string, framework: Framework): Map<string, string> {
  const files = new Map<string, string>();
  for (const part of ['shared', framework]) {
    const folder = join(template, part);
    for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!file.isFile()) continue;
      const path = join(file.parentPath, file.name);
      const name = path.slice(folder.length + 1).replaceAll('\\', '/');
      files.set(name === PACKED_AS ? IGNORED : name, readFileSync(path, 'utf8'));
    }
  }
  return files;
}
