/**
 * The pages of the documentation that hold commands (`sh story` blocks), word for word: README.md, then the guides in the
 * order of docs/README.md, then every other page, in one shell on one fresh service. What the commands print is what the
 * pages show.
 */
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { writeNpmPackage } from '../../../../scripts/write-npm-packages.ts';
import { describeFirstEngine } from '../../../testing/src/engines.ts';
import { compliantModel, type ModelServer, startModelServer } from '../../../testing/src/servers/model-server.ts';
import { startService } from '../../../testing/src/service.ts';
import { temporaryFolder } from '../../../testing/src/temporary-folder.ts';
import { sampleExport } from '../content/importers/contentful-sample.ts';
import { sampleArchive } from '../content/importers/strapi-sample.ts';
import { sampleSite } from '../content/importers/wordpress-sample.ts';
import { assertPrinted, readmeSteps, runSteps, type Step, stepsOf } from '../stories/readme.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const DOCS = join(ROOT, 'docs');
/** A real export, which lies beside the checkout where the project is built. */
const EXPORT = join(ROOT, '../shared/data/contentful-blog.json');
const GUIDE = /^\| \[[^\]]+\]\((?<path>guide\/[a-z-]+\.md)\)/gm;
const PAGES_MIN = 8;
/** What the model of the AI guide writes. */
const SENTENCE = 'The harbour wakes long before the town does.';

interface Page {
  readonly name: string;
  readonly steps: readonly Step[];
}

const pages = [{ name: '../README.md', steps: readmeSteps() }, ...pagesWithSteps()];

describeFirstEngine('the guides', (engine) => {
  let model: ModelServer;
  before(async () => {
    model = await startModelServer(compliantModel(SENTENCE, { 'Quiet harbour': 'Ruhiger Hafen' }));
  });
  after(() => model.close());

  it('run one after the other in one shell, and print what they show', async (test) => {
    const service = await startService({ engine, env: model.environment });
    try {
      const printed = await runSteps(
        pages.flatMap(({ steps }) => steps),
        service.url,
        await readersFolder(test),
      );
      for (const { name, steps } of pages) {
        const ofPage = printed.splice(0, steps.length);
        for (const [index, step] of steps.entries()) assertStep(name, ofPage[index] ?? '', step);
      }
    } finally {
      await service.close();
    }
  });

  it('the quick start works twice in one shell', async () => {
    const service = await startService({ engine });
    try {
      const steps = readmeSteps();
      const printed = await runSteps([...steps, ...steps], service.url);
      for (const [index, text] of printed.entries()) {
        const step = steps[index % steps.length];
        if (step !== undefined) assertStep('README.md', text, step);
      }
    } finally {
      await service.close();
    }
  });

  it('a step that fails prints the message of the service and stops', async () => {
    const service = await startService({ engine });
    try {
      const [words] = readmeSteps();
      const wrong = { commands: "post /spaces '{}' | field id", shown: null };
      assert.ok(words !== undefined);
      await assert.rejects(runSteps([words, wrong], service.url), (error: Error) => {
        assert.match(error.message, /post \/spaces/);
        assert.match(error.message, /name/);
        assert.doesNotMatch(error.message, /undefined/);
        return true;
      });
    } finally {
      await service.close();
    }
  });
});

describe('the pages with commands', () => {
  it('are found', () => {
    assert.ok(pages.length >= PAGES_MIN, `${pages.length} pages hold commands`);
  });
});

/** A folder such as the reader's: the project's programs, an npm that has our package, and exports of other systems. */
async function readersFolder(test: TestContext): Promise<string> {
  const folder = temporaryFolder('reader');
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  mkdirSync(join(folder, 'bin'));
  const client = await writeNpmPackage('client', folder);
  const npm = `#!/bin/sh\nPATH="\${PATH#*:}"\nfor word do shift; [ "$word" = @lectern/client ] && word='${client}'; set -- "$@" "$word"; done\nexec npm "$@"\n`;
  writeFileSync(join(folder, 'bin/npm'), npm, { mode: 0o755 });
  mkdirSync(join(folder, 'export'));
  const file = join(folder, 'export/export.json');
  if (existsSync(EXPORT)) {
    cpSync(EXPORT, file);
  } else {
    test.diagnostic(`${EXPORT} is not there: the Contentful guide imports the sample of the tests instead.`);
    writeFileSync(file, JSON.stringify(sampleExport));
  }
  writeFileSync(join(folder, 'export/wordpress.xml'), sampleSite);
  writeFileSync(join(folder, 'export/strapi.tar.gz'), sampleArchive);
  return folder;
}

function assertStep(page: string, printed: string, { shown, commands }: Step): void {
  if (shown === null) return;
  try {
    assertPrinted(printed, shown);
  } catch (cause) {
    assert.fail(`${page} shows something else than this prints:\n${commands}\n${printed}\n${String(cause)}`);
  }
}

/** The guides in the order in which docs/README.md lists them, then the other pages. */
function pagesWithSteps(): Page[] {
  const index = readFileSync(join(DOCS, 'README.md'), 'utf8');
  const guides = [...index.matchAll(GUIDE)].map(({ groups }) => groups?.path ?? '');
  const all = readdirSync(DOCS, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
  const others = all.filter((name) => !guides.includes(name)).sort();
  return [...guides, ...others]
    .map((name) => ({ name, steps: stepsOf(new URL(`file://${join(DOCS, name)}`)) }))
    .filter(({ steps }) => steps.length > 0);
}
