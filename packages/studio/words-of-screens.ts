/**
 * Divides a language's catalog when Studio is built: `de.po?part=settings` has the words that stand in those screens alone, and
 * `de.po?part=first` all others, so that the first screen waits for no words of screens that few open. The .po file says where each stands.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createCompiledCatalog, getCatalogForFile, getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import type { Plugin } from 'vite';

const PACKAGE = fileURLToPath(new URL('.', import.meta.url));
const CATALOG_PART = /\.po\?part=(\w+)$/;
const FIRST = 'first';

/** Parts that are loaded with their screens, and the folders of these. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  settings: ['src/screens/settings/', 'src/screens/profile/'],
  model: ['src/screens/model/'],
  assist: ['src/screens/entry/assist/'],
  blocks: ['src/fields/blocks/'],
  preview: ['src/screens/entry/preview/'],
  sharing: ['src/frame/share-preview/'],
  media: ['src/screens/media/'],
  beginning: ['src/screens/first-steps/', 'src/screens/new-space/'],
  releases: [
    'src/screens/releases/',
    'src/screens/calendar/',
    'src/screens/content/release/',
    'src/screens/entry/release/',
    'src/frame/releases/',
    'src/frame/schedule/',
  ],
};

export function wordsOfScreens(): Plugin {
  return {
    name: 'words-of-screens',
    enforce: 'pre',
    load: {
      filter: { id: CATALOG_PART },
      handler: async (id) => {
        const [file = '', part = FIRST] = id.split('?part=');
        return { code: await compiled(path.relative(PACKAGE, file), part), moduleType: 'js' };
      },
    },
  };
}

/** The part of a catalog as a module. */
async function compiled(file: string, part: string): Promise<string> {
  const found = getCatalogForFile(file, await getCatalogs(getConfig({ cwd: PACKAGE })));
  if (found === null) throw new Error(`${file} is no catalog; lingui.config.ts says where they are.`);
  const { catalog, locale } = found;
  const read = (await catalog.read(locale)) ?? {};
  const translated = await catalog.getTranslations(locale, { sourceLocale: 'en', fallbackLocales: {} });
  const ids = Object.keys(translated.messages).filter((id) => partOf(read[id]?.origin ?? []) === part);
  const messages = Object.fromEntries(ids.map((id) => [id, translated.messages[id] ?? '']));
  const { source, errors } = createCompiledCatalog(locale, messages, { namespace: 'es' });
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ error }) => error.message).join('; ')}`);
  return source;
}

/** The part whose screens alone have a message. @param origin files that it stands in */
function partOf(origin: readonly (readonly [string, ...unknown[]])[]): string {
  const isOnlyIn = (folders: readonly string[]) =>
    origin.length > 0 && origin.every(([file]) => folders.some((folder) => file.startsWith(folder)));
  return Object.keys(PARTS).find((name) => isOnlyIn(PARTS[name] ?? [])) ?? FIRST;
}
