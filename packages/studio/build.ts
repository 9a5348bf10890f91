/**
 * Builds Studio into `dist/`: `node packages/studio/build.ts`, and the script that pages of sites load in previews. Text files stand
 * there compressed as well (brotli, gzip).
 * A service that runs meanwhile goes on with the former build until the new one is whole.
 */
import { globSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { browserBundle } from '../build/src/browser-bundle.ts';

const PACKAGE = fileURLToPath(new URL('.', import.meta.url));
const BUILD = join(PACKAGE, 'dist');
const UNFINISHED = join(PACKAGE, 'dist.unfinished');
/** Smaller files fit into one packet as they are. */
const COMPRESSED_FROM_BYTES = 1024;

await build({
  configFile: join(PACKAGE, 'vite.config.ts'),
  logLevel: process.env.CI ? 'warn' : 'info',
  build: { outDir: UNFINISHED },
});
for (const { code } of await browserBundle(join(PACKAGE, 'src/page-script/preview.ts')))
  writeFileSync(join(UNFINISHED, 'preview.js'), code);
for (const name of globSync('assets/**/*.{js,css,svg}', { cwd: UNFINISHED })) compress(join(UNFINISHED, name));
rmSync(BUILD, { recursive: true, force: true });
renameSync(UNFINISHED, BUILD);

function compress(path: string): void {
  if (statSync(path).size < COMPRESSED_FROM_BYTES) return;
  const content = readFileSync(path);
  const parameters = { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  writeFileSync(`${path}.br`, brotliCompressSync(content, { params: parameters }));
  writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
}
