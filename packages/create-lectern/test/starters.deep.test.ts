/**
 * As a new user does it: `npm create lectern` from packed tarballs, in an empty folder, for each framework. The site is checked,
 * built, served, and clicked through, with its caches on. Packages of frameworks come from the registry of npm.
 * `VIEWS` is how many publications have to show at the next view.
 */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { parseEnv } from 'node:util';
import { Actor } from '../../testing/src/client.ts';
import { onFirstEngine } from '../../testing/src/on-each-engine.ts';
import { freePort } from '../../testing/src/servers/free-port.ts';
import { removeFolder, temporaryFolder } from '../../testing/src/temporary-folder.ts';
import { type Framework, frameworks } from '../src/site-files.ts';
import { commandOf, createSite, packAll } from './created-site.ts';
import { runNpm, runNpmWith, type SiteProcess, type SiteProxy, startProxy, startSite } from './site-process.ts';

const VIEWS = Number(process.env.VIEWS ?? 200);
const ARTICLES = 1_000;
const WRITERS = 20;
const RENDERED_WITHIN_MS = 90_000;
const SLUG = 'winter-light';
const HEADING = 'Far below the tide';
const HEADED = /<h1>Far below the tide</;
const HEADED_AND_NAMED = /<h1 data-lectern="[^"]+">Far below the tide</;
const MADE_OF = { title: HEADING, blocks: [{ type: 'hero', fields: { heading: HEADING } }] };
/** Entries whose slugs begin like a path of the site itself, or have slashes and letters that addresses encode. */
const PLACED = [
  { key: 'spring', type: 'page', path: '/preview-of-spring', fields: { ...MADE_OF, slug: 'preview-of-spring' } },
  { key: 'coast', type: 'page', path: '/küste/im-märz', fields: { ...MADE_OF, slug: 'küste/im-märz' } },
  { key: 'dyke', type: 'article', path: '/articles/am/süddeich', fields: { title: HEADING, slug: 'am/süddeich' } },
];
const MANAGEMENT = { LECTERN_WEBHOOK_ALLOW: '127.0.0.1' };

onFirstEngine(
  'a site from npm create lectern',
  (stage) => {
    let packages: string;
    before(async () => {
      packages = await packAll();
    });

    describe('with something wrong', () => {
      let folder: string;
      let created: readonly string[];
      before(() => {
        folder = temporaryFolder('sites');
        created = [
          ...commandOf(packages),
          'site',
          '--template',
          'node',
          '--service',
          stage.url,
          '--packages',
          packages,
        ];
        mkdirSync(join(folder, 'full'));
        writeFileSync(join(folder, 'full/notes.txt'), '');
        symlinkSync(join(folder, 'nowhere'), join(folder, 'dangling'));
      });
      after(() => removeFolder(folder));
      const createdIn = (place: string) => created.map((part) => (part === 'site' ? place : part));
      const refused = (message: RegExp, options: readonly string[], variables = {}) =>
        assert.rejects(runNpmWith(variables, folder, ...created, ...options), { stderr: message });

      it('is refused before anything is made', async () => {
        await refused(/There is no template "vue", only next, astro, node\./, ['--template', 'vue']);
        await refused(/No Lectern answers at http:\/\/127\.0\.0\.1:9\. /, ['--service', 'http://127.0.0.1:9']);
        await refused(/There are no packages of Lectern in .*nowhere/, ['--packages', join(folder, 'nowhere')]);
        await refused(/The token is unknown/, ['--session', 'of-nobody']);
        await refused(/does not run TypeScript\. Install Node 22\.18/, [], { NODE_OPTIONS: '--no-strip-types' });
        for (const taken of ['full', 'full/notes.txt'])
          await assert.rejects(runNpm(folder, ...createdIn(taken)), {
            stderr: /is not an empty folder; name a new one\./,
          });
        await assert.rejects(runNpm(folder, ...createdIn('dangling'), '--session', 'of-nobody'), {
          stderr: /Nothing can be written into .*dangling/,
        });
        assert.deepEqual(readdirSync(folder).sort(), ['dangling', 'full']);
      });

      it('goes on later where npm has no network', async () => {
        const offline = { npm_config_registry: 'http://127.0.0.1:9', npm_config_cache: join(folder, 'empty-cache') };
        await assert.rejects(runNpmWith({ ...offline, npm_config_fetch_retries: '0' }, folder, ...created), {
          stderr: /`npm install .*` failed, see above\. The space and the files are there\./,
          stdout: /npm install && npm run types\n {2}npm run dev/,
        });
        await runNpm(join(folder, 'site'), 'install');
        await runNpm(join(folder, 'site'), 'run', 'types');
        assert.ok(existsSync(join(folder, 'site/src/lectern.ts')));
      });
    });

    for (const framework of Object.keys(frameworks) as Framework[])
      describe(frameworks[framework], () => {
        let folder: string;
        let proxy: SiteProxy;
        let site: SiteProcess | undefined;
        let variables: Record<string, string>;
        let editor: Actor;
        let entry: string;
        let port: number;
        before(async () => {
          proxy = await startProxy();
          folder = temporaryFolder(`site-${framework}`);
          port = await freePort();
          proxy.target = `http://127.0.0.1:${port}`;
        });
        after(async () => {
          await site?.end();
          await proxy.close();
          removeFolder(folder);
        });

        it('renders an article within 90 seconds of the command', async () => {
          const startedAt = performance.now();
          await createSite(folder, packages, framework, ['--service', stage.url, '--site', proxy.url]);
          const development = await startSite(
            folder,
            'dev',
            port,
            framework === 'node' ? [] : ['--', '--port', String(port)],
          );
          try {
            const shown = await text(`/articles/${SLUG}`);
            const tookMs = performance.now() - startedAt;
            assert.match(shown, /At four the light comes in flat/);
            assert.ok(tookMs <= RENDERED_WITHIN_MS, `${Math.round(tookMs)} ms`);
            variables = parseEnv(readFileSync(join(folder, '.env'), 'utf8')) as Record<string, string>;
            editor = new Actor(stage.url, variables.LECTERN_MANAGEMENT_KEY ?? '');
            entry = (await editor.get(`${environment()}/entries/${SLUG}`, 200)).string('id');
            for (const { key, type, fields } of PLACED) {
              const path = `${environment()}/entries/${key}`;
              const made = await editor.put(path, { content_type_id: type, fields }, 201);
              // While somebody is there to be told: webhooks are sent again later otherwise, between those of other tests.
              const told = proxy.told(made.string('id'));
              await editor.post(`${path}/publish`, {}, 200);
              await told;
            }
          } finally {
            await development.end();
          }
        });

        it('fits the content model, and can be built', async () => {
          await runNpm(folder, 'run', 'types', '--', '--check');
          await runNpm(folder, 'run', 'check');
          await runNpm(folder, 'run', 'build');
          site = await startSite(folder, 'start', port);
        });

        it('shows visitors pages, and nothing of previews', async () => {
          for (const path of ['/', '/articles', `/articles/${SLUG}`, '/about']) {
            const response = await fetch(proxy.target + path);
            assert.equal(response.status, 200, path);
            assert.doesNotMatch(await response.text(), /preview\.js|data-lectern/, path);
          }
          assert.match(await text('/'), /Notes from where the land stops/);
          assert.match(await text('/articles'), /How to be late/);
          for (const path of ['/nothing', '/articles/nothing'])
            assert.equal((await fetch(proxy.target + path)).status, 404, path);
        });

        it('answers from the cache of the framework', async () => {
          const header = { next: 'x-nextjs-cache', astro: 'x-astro-cache', node: null }[framework];
          const { headers } = await fetch(`${proxy.target}/articles/${SLUG}`);
          if (header !== null) assert.equal(headers.get(header), 'HIT');
        });

        it('shows a draft with its token, to nobody else', async () => {
          await editor.patch(`/entries/${entry}`, { fields: { title: 'Light in winter' } }, 200);
          const url = (await editor.get(`/entries/${entry}/preview`, 200)).string('url');
          const response = await fetch(url);
          const shown = await response.text();
          assert.match(shown, /Light in winter/);
          // Next loads the script once it has taken over the page.
          if (framework !== 'next') assert.match(shown, new RegExp(`src="${stage.url}/preview.js"`));
          assert.match(response.headers.get('cache-control') ?? '', /no-store/);
          assert.match(response.headers.get('referrer-policy') ?? shown, /no-referrer/);
          assert.doesNotMatch(await text(`/articles/${SLUG}?preview=cms_pvw_of-nobody`), /Light in winter/);
          assert.doesNotMatch(await text(`/articles/${SLUG}`), /Light in winter/);
        });

        for (const { key, path } of PLACED)
          it(`has a page at ${path}, and its preview`, async () => {
            assert.match(await text(path), HEADED);
            const id = (await editor.get(`${environment()}/entries/${key}`, 200)).string('id');
            const url = (await editor.get(`/entries/${id}/preview`, 200)).string('url');
            assert.match(await (await fetch(url)).text(), HEADED_AND_NAMED);
          });

        it(`shows a publication at the next view, ${VIEWS} of ${VIEWS} times`, async () => {
          const stale: string[] = [];
          for (let view = 0; view < VIEWS; view++) {
            const title = `The light of day ${view}.`;
            const told = proxy.told(entry);
            await editor.patch(`/entries/${entry}`, { fields: { title } }, 200);
            await editor.post(`/entries/${entry}/publish`, {}, 200);
            assert.equal(await told, 204);
            for (const path of [`/articles/${SLUG}`, '/articles'])
              if (!(await text(path)).includes(title)) stale.push(`${path} ${view}`);
          }
          assert.deepEqual(stale, []);
        });

        if (framework === 'astro')
          it('reads live collections, with the tags to cache them under', async () => {
            writeLiveCollection(folder);
            await runNpm(folder, 'run', 'check');
            await runNpm(folder, 'run', 'build');
            await site?.end();
            site = await startSite(folder, 'start', port);
            const read = JSON.parse(await text('/live')) as { author: string; tags: string[]; two: number };
            assert.deepEqual([read.author, read.two], ['Tom Ashby', 2]);
            assert.ok(read.tags.includes(entry), String(read.tags));
          });

        if (framework === 'astro')
          it(`builds ${ARTICLES} entries, and reads at most two times after one edit`, async () => {
            await writeArticles(editor, environment());
            writeStaticSite(folder);
            await runNpm(folder, 'run', 'check');
            const service = await startProxy();
            service.target = stage.url;
            try {
              const settings = readFileSync(join(folder, '.env'), 'utf8').replace(stage.url, service.url);
              writeFileSync(join(folder, '.env'), settings);
              await runNpm(folder, 'run', 'build');
              assert.match(built(folder), /Article 999 by Ines Marten/);
              service.asked.length = 0;
              await editor.patch(
                `${environment()}/entries/article-7`,
                { fields: { title: 'The one that changed' } },
                200,
              );
              await editor.post(`${environment()}/entries/article-7/publish`, {}, 200);
              await editor.post(`${environment()}/entries/article-8/unpublish`, {}, 200);
              await runNpm(folder, 'run', 'build');
              assert.match(built(folder), /The one that changed/);
              assert.doesNotMatch(built(folder), /Article [78] by/);
              assert.ok(service.asked.length <= 2, service.asked.join('\n'));
            } finally {
              await service.close();
            }
          });

        it('says that a preview has expired, and nothing of previews where its own key is revoked', async () => {
          const expired = /This preview has expired/;
          assert.match(await text(`/articles/${SLUG}?preview=cms_pvw_of-nobody`), expired);
          const keys = `/spaces/${variables.LECTERN_SPACE}/api-keys`;
          const listed = (await editor.get(keys, 200)).list('items') as { id: string; kind: string }[];
          const own = listed.find(({ kind }) => kind === 'delivery');
          await editor.delete(`${keys}/${own?.id}`, 204);
          const response = await fetch(`${proxy.target}/articles/unread`);
          assert.equal(response.status, 500);
          assert.doesNotMatch(await response.text(), expired);
        });

        const environment = () => `/spaces/${variables.LECTERN_SPACE}/environments/master`;
        const text = async (path: string) => (await fetch(proxy.target + path)).text();
      });
  },
  MANAGEMENT,
);

async function writeArticles(editor: Actor, environment: string): Promise<void> {
  const write = async (number: number) => {
    const path = `${environment}/entries/article-${number}`;
    const fields = { title: `Article ${number}`, slug: `article-${number}`, author: 'ines', cover: 'sea-wall' };
    await editor.put(path, { content_type_id: 'article', fields }, 201);
    await editor.post(`${path}/publish`, {}, 200);
  };
  const numbers = Array.from({ length: ARTICLES }, (_, number) => number).values();
  const writer = async () => {
    for (const number of numbers) await write(number);
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
}

/** One page of a collection, made at the build. */
function writeStaticSite(folder: string): void {
  writeFileSync(
    join(folder, 'src/content.config.ts'),
    `import { lecternLoader } from '@lectern/astro/loader';
import { defineCollection } from 'astro:content';
import { getSecret } from 'astro:env/server';
import type { Model } from './lectern.ts';

const [url = '', space = '', token = ''] = ['LECTERN_URL', 'LECTERN_SPACE', 'LECTERN_TOKEN'].map((name) => getSecret(name));
const load = lecternLoader<Model>({ url, space, token });
export const collections = {
  articles: defineCollection({ loader: load((site) => site.entries('article').include({ author: true }).order('title')) }),
  authors: defineCollection({ loader: load((site) => site.entries('author')) }),
};
`,
  );
  writeFileSync(
    join(folder, 'src/pages/all.json.ts'),
    `import { getCollection } from 'astro:content';
export const prerender = true;
export async function GET() {
  const articles = await getCollection('articles');
  const titles: (string | undefined)[] = articles.map(({ data }) => data.fields.title + ' by ' + data.fields.author?.fields.name);
  return Response.json(titles);
}
`,
  );
}

/** An endpoint that reads a live collection. */
function writeLiveCollection(folder: string): void {
  writeFileSync(
    join(folder, 'src/live.config.ts'),
    `import { lecternLive } from '@lectern/astro';
import { defineLiveCollection } from 'astro:content';
import { getSecret } from 'astro:env/server';
import type { Model } from './lectern.ts';

const [url = '', space = '', token = ''] = ['LECTERN_URL', 'LECTERN_SPACE', 'LECTERN_TOKEN'].map((name) => getSecret(name));
const live = lecternLive<Model>({ url, space, token });
export const collections = {
  live: defineLiveCollection({ loader: live((site) => site.entries('article').include({ author: true })) }),
};
`,
  );
  writeFileSync(
    join(folder, 'src/pages/live.ts'),
    `import { getLiveCollection, getLiveEntry } from 'astro:content';
export async function GET() {
  const { entry, cacheHint } = await getLiveEntry('live', { slug: '${SLUG}' });
  const { entries } = await getLiveCollection('live', { limit: 2 });
  const author: string | undefined = entry?.data.fields.author?.fields.name;
  return Response.json({ author, tags: cacheHint?.tags, two: entries?.length });
}
`,
  );
}

function built(folder: string): string {
  return readFileSync(join(folder, 'dist/client/all.json'), 'utf8');
}
