/**
 * How Studio is built: hashed files below /studio/, nothing inlined (the Content-Security-Policy allows no inline script),
 * and the languages' catalogs compiled from their .po files.
 */
import { fileURLToPath } from 'node:url';
import { lingui } from '@lingui/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { wordsOfScreens } from './words-of-screens.ts';

const PACKAGE = fileURLToPath(new URL('.', import.meta.url));

/** Modules that are loaded with the page, as nothing imports them on demand only. */
const FIRST = { name: 'first', tags: ['$initial' as const] };
/** What a value is written with, and all that it imports. */
const FIELDS = { name: 'fields', test: /[\\/]src[\\/]fields[\\/]value-editor\.tsx$/ };
/** The small icons of the screen of an entry, which would else be a file each. */
const ICONS = {
  name: 'entry-icons',
  test: /[\\/]icons[\\/](archive|cloud-off|code|copy|ellipsis|link|list|maximize-2|minimize-2|trash|undo)\.m?js$/,
};
const LIBRARIES = { ...FIRST, name: 'libraries', test: /[\\/]node_modules[\\/]/ };

/** The first of each that know `light-dark()`, which would else be rewritten in a form that the library's colours do not reach. */
export const CSS_TARGET = ['chrome123', 'firefox120', 'safari17.5'];

export default defineConfig({
  root: PACKAGE,
  base: '/studio/',
  // Lingui comes first: it must see its macros before JSX is compiled.
  plugins: [lingui({ cwd: PACKAGE, macroTransform: true }), wordsOfScreens(), react()],
  build: {
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    // What every screen needs comes in two files, what an entry needs in few: one compresses better than fifty, and libraries
    // outlive most releases.
    rolldownOptions: { output: { codeSplitting: { groups: [LIBRARIES, FIRST, FIELDS, ICONS] } } },
    cssTarget: CSS_TARGET,
  },
});
