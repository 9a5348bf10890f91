/** Builds a module of `test/in-page/` as Studio itself is built, macros and styles included, into one script. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lingui } from '@lingui/vite-plugin';
import react from '@vitejs/plugin-react';
import { build, type Rolldown } from 'vite';
import { CSS_TARGET } from '../../vite.config.ts';

const PACKAGE = fileURLToPath(new URL('../../', import.meta.url));

export interface InPageBundle {
  readonly script: string;
  readonly style: string;
}

/** The script and the style sheet of a module. */
export async function buildInPage(name: string): Promise<InPageBundle> {
  const built = (await build({
    configFile: false,
    root: PACKAGE,
    logLevel: 'warn',
    // As in vite.config.ts, but for the words, which stay where they are written: there is no catalog.
    plugins: [lingui({ cwd: PACKAGE, macroTransform: { macro: { descriptorFields: 'all' } } }), react()],
    build: {
      write: false,
      cssCodeSplit: false,
      cssTarget: CSS_TARGET,
      rolldownOptions: { input: join(PACKAGE, 'test/in-page', name), output: { codeSplitting: false } },
    },
  })) as Rolldown.RolldownOutput;
  const styles = built.output.filter((file) => file.type === 'asset' && file.fileName.endsWith('.css'));
  return {
    script: built.output[0].code,
    style: styles.map((file) => (file.type === 'asset' ? file.source.toString() : '')).join('\n'),
  };
}
