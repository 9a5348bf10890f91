/** Imported into a service before it starts: writes the path of every file of tracing that it loads. */
import { registerHooks } from 'node:module';

registerHooks({
  load(url, context, nextLoad) {
    if (/platform\/tracing|composition\/instruments/.test(url)) process.stderr.write(`loaded ${url}\n`);
    return nextLoad(url, context);
  },
});
process.stderr.write('hooked\n');
