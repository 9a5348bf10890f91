/**
 * Imported into a service before it starts: writes the names of the modules that each file has which it loads. The build
 * names each in a comment.
 */
import { writeSync } from 'node:fs';
import { registerHooks } from 'node:module';

const NAME = /^\/\/ ((?:packages|node_modules)\/\S+)$/gm;
const STDERR = 2;

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (url.includes('/dist/')) {
      const names = [...String(loaded.source ?? '').matchAll(NAME)].map(([, name]) => `loaded ${name}\n`);
      writeSync(STDERR, names.join(''));
    }
    return loaded;
  },
});
