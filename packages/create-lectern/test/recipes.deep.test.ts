/**
 * The recipes of the guide, each in an empty project of its framework beside the `src/site.ts` of *Build a site*: short, built, served, and
 * fresh as soon as an entry is published. Packages of frameworks come from the registry of npm.
 */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { writeNpmPackage } from '../../../scripts/write-npm-packages.ts';
import { fillMagazine } from '../../client/test/magazine/content.ts';
import { given, type Scene } from '../../testing/src/given.ts';
import { onFirstEngine } from '../../testing/src/on-each-engine.ts';
import { freePort } from '../../testing/src/servers/free-port.ts';
import { removeFolder, temporaryFolder } from '../../testing/src/temporary-folder.ts';
import { type RecipeProject, recipeProjects } from './recipe-projects.ts';
import { runNpm, type SiteProcess, type SiteProxy, startProxy, startSite } from './site-process.ts';

const GUIDE = join(import.meta.dirname, '../../../docs/guide');
const LINES_MAX = 40;
const SLUG = 'sea';

onFirstEngine(
  'the recipe for',
  (stage) => {
    let packages: string;
    let scene: Scene;
    let entry: string;
    before(async () => {
      packages = temporaryFolder('packages');
      for (const name of ['client', 'next', 'astro'] as const) await writeNpmPackage(name, packages);
      scene = await given(stage.url, { defaultLocale: 'en' });
      await fillMagazine(scene);
      entry = (await scene.owner.get(`${scene.base}/entries/${SLUG}`, 200)).string('id');
    });

    for (const project of recipeProjects)
      describe(project.name, () => {
        const files = filesOf(read('frameworks.md').split(`\n## ${project.name}\n`)[1]?.split('\n## ')[0] ?? '');
        let folder: string;
        let proxy: SiteProxy;
        let site: SiteProcess | undefined;
        before(async () => {
          folder = temporaryFolder('recipe');
          proxy = await startProxy();
        });
        after(async () => {
          await site?.end();
          await proxy.close();
          removeFolder(folder);
        });

        it(`has at most ${LINES_MAX} lines`, () => {
          const lines = [...files.values()].join('').trimEnd().split('\n').length;
          assert.ok(lines > 10 && lines <= LINES_MAX, `${lines} lines`);
        });

        it('builds', async () => {
          const port = await freePort();
          proxy.target = `http://127.0.0.1:${port}`;
          for (const [path, text] of [...siteFiles(), ...Object.entries(project.files), ...files])
            if (!project.leaves.includes(path)) write(join(folder, path), text);
          write(join(folder, '.env'), await variables(proxy.url));
          await runNpm(folder, 'install', '--no-audit', '--no-fund', ...tarballs(project));
          await runNpm(folder, 'exec', '--', 'lectern', 'types');
          await runNpm(folder, 'run', 'build');
          site = await startSite(folder, 'start', port);
        });

        it('shows an entry, and that another is not there', async () => {
          const shown = await text(`/articles/${SLUG}`);
          assert.match(shown, /<h1>The sea<\/h1>/);
          assert.match(shown, /<p>Salt\.<\/p>/);
          assert.equal((await fetch(`${proxy.target}/articles/nothing`)).status, 404);
        });

        it('shows what is published at the next view', async () => {
          for (const title of ['The sea in March', 'The sea']) {
            await publish({ title: { en: title }, stage: 1 });
            assert.match(await text(`/articles/${SLUG}`), new RegExp(`<h1>${title}</h1>`));
          }
        });

        it('shows an entry whose slug has letters that addresses encode', async () => {
          await publish({ slug: 'küste' });
          assert.match(await text('/articles/küste'), /<h1>The sea<\/h1>/);
          await publish({ slug: SLUG });
        });

        /** Changes the entry, and waits until the site has been told. */
        async function publish(fields: object): Promise<void> {
          const told = project.hasWebhook ? proxy.told(entry) : Promise.resolve();
          await scene.owner.patch(`/entries/${entry}`, { fields }, 200);
          await scene.owner.post(`/entries/${entry}/publish`, {}, 200);
          await told;
        }

        const text = async (path: string) => (await fetch(proxy.target + path)).text();
      });

    async function variables(url: string): Promise<string> {
      const body = { name: 'Site', url: `${url}/lectern`, events: ['entry.publish'] };
      const secret = (await scene.owner.post(`${scene.space}/webhooks`, body, 201)).string('secret');
      const { spaceId, delivery } = scene;
      const values = { URL: stage.url, SPACE: spaceId, TOKEN: delivery.token, WEBHOOK_SECRET: secret };
      return Object.entries(values)
        .map(([name, value]) => `LECTERN_${name}=${value}\n`)
        .join('');
    }

    function tarballs({ packages: own }: RecipeProject): string[] {
      const named = (name: string) => readdirSync(packages).find((file) => file.startsWith(`lectern-${name}-`)) ?? name;
      return own.map((name) => join(packages, named(name)));
    }
  },
  { LECTERN_WEBHOOK_ALLOW: '127.0.0.1' },
);

function read(page: string): string {
  return readFileSync(join(GUIDE, page), 'utf8');
}

/** The code of a part of a page, by the path that its first lines name. */
function filesOf(markdown: string): Map<string, string> {
  const blocks = [...markdown.matchAll(/^```\w+\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
  return new Map(blocks.map((code) => [/^(?:\/\/|<!--) (\S+)/m.exec(code)?.[1] ?? assert.fail(code), code]));
}

/** `src/site.ts`, as *Build a site* writes it. */
function siteFiles(): Map<string, string> {
  const [, code] = /^cat > src\/site\.ts <<'TS'\n([\s\S]*?)^TS$/m.exec(read('build-a-site.md')) ?? [];
  return new Map([['src/site.ts', code ?? assert.fail('The guide has no src/site.ts.')]]);
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
