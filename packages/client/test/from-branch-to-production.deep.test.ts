/** The way of a change from a branch to production, as a project with the published package goes it in CI. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { promisify } from 'node:util';
import { writeNpmPackage } from '../../../scripts/write-npm-packages.ts';
import { given, makeKey, type Scene } from '../../testing/src/given.ts';
import { onEachEngine } from '../../testing/src/on-each-engine.ts';
import { temporaryFolder } from '../../testing/src/temporary-folder.ts';
import { complaints, writeSettings } from './compilers.ts';
import { countedArticle } from './content-as-code.ts';

const run = promisify(execFile);
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

const SITE = `import { createClient } from '@lectern/client';
import type { Model } from './lectern.js';
export async function titles(): Promise<unknown[]> {
  const page = await createClient<Model>({ url: '', space: '', token: '' }).entries('article').list();
  return page.items.map(({ fields }) => FIELDS);
}
`;

onEachEngine('a project with the published package', (stage) => {
  it('goes from a branch to production, with the compiler as its contract', { timeout: 300_000 }, async () => {
    const scene = await given(stage.url, { defaultLocale: 'en', types: [countedArticle] });
    const { owner, base, spaceId } = scene;
    await owner.put(`${base}/entries/sea`, { content_type_id: 'article', fields: { title: 'Sea', count: 4 } }, 201);
    await owner.post(`${base}/entries/sea/publish`, undefined, 200);
    const project = await projectWithPackage();
    const lectern = programIn(scene, project);
    writeSettings(project, 'nodenext', { allowImportingTsExtensions: true }, ['src', 'lectern']);
    const site = (fields: string) => writeFileSync(join(project, 'src/site.ts'), SITE.replace('FIELDS', fields));

    await lectern('pull');
    await lectern('diff --exit-code');
    await lectern('branch ci');
    const { token } = await makeKey(owner, spaceId, { kind: 'delivery', environments: ['ci'] });
    const types = () => lectern(`types --out src/lectern.ts --environment ci --token ${token}`);
    await types();
    site('[fields.title, fields.count]');
    assert.equal(await complaints('7', project), '');

    const file = join(project, 'lectern/article.ts');
    const rating = "rating: integer({ previously: 'count', min: 0 })";
    writeFileSync(file, readFileSync(file, 'utf8').replace('count: integer()', `${rating},\n    lead: string()`));
    assert.match((await lectern('diff --exit-code --environment ci', 1)).said, /\+ lead/);
    await lectern('push --environment ci');
    await lectern('migrate new fill leads');
    writeFileSync(
      join(project, 'lectern/migrations/0001-fill-leads.ts'),
      `import { defineMigration } from '@lectern/client/schema';
import type { Model } from '../../src/lectern.js';
export default defineMigration<Model>({
  type: 'article',
  change: ({ fields }) => ({ lead: \`About \${fields.title?.en}\`, rating: (fields.rating ?? 0) + 1 }),
});
`,
    );
    await lectern('migrate run --environment ci');
    await types();
    assert.match(await complaints('7', project), /src\/site\.ts.*Property 'count' does not exist/);
    site('[fields.title, fields.lead, fields.rating]');
    assert.equal(await complaints('7', project), '');
    assert.equal(await complaints('5.9', project), '');

    assert.match((await lectern('merge ci --publish --dry-run')).said, /update entries\.sea/);
    assert.equal((await owner.get(`${base}/entries/sea`, 200)).at('fields.count.en'), 4);
    await lectern('merge ci --publish');
    const merged = await owner.get(`${base}/entries/sea`, 200);
    assert.deepEqual(
      [merged.at('status'), merged.at('fields.rating.en'), merged.at('fields.lead.en')],
      ['published', 5, 'About Sea'],
    );
    await lectern('diff --exit-code');
    assert.match((await lectern('migrate status')).said, /0001-fill-leads {2}run on .*, in another environment/);
    assert.match((await lectern('migrate run')).said, /master is up to date: 1 migration/);
    assert.match((await lectern('migrate undo', 1)).said, /undo it there/);
    await lectern('merge ci --undo');
    assert.equal((await owner.get(`${base}/entries/sea`, 200)).at('fields.count.en'), 4);
    assert.match((await lectern('migrate status')).said, /0001-fill-leads {2}not run/);
    await lectern('migrate undo --environment ci');
    const undone = await owner.get(`${base.replace('master', 'ci')}/entries/sea`, 200);
    assert.deepEqual([undone.at('fields.rating.en'), undone.at('fields.lead')], [4, undefined]);
    await lectern('branch ci --delete');
  });
});

async function projectWithPackage(): Promise<string> {
  const project = temporaryFolder('as-code-packed');
  mkdirSync(join(project, 'src'));
  const tarball = await writeNpmPackage('client', project);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'site', private: true, type: 'module' }));
  await run(npm, ['install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', tarball], { cwd: project });
  return project;
}

/** The program of the project; it fails the test with another exit code than the one that is expected, or if it tells a token. */
function programIn({ url, management }: Scene, cwd: string) {
  const env = { ...process.env, LECTERN_URL: url, LECTERN_MANAGEMENT_KEY: String(management.token) };
  return async (line: string, expected = 0): Promise<{ said: string }> => {
    const argv = [join(cwd, 'node_modules/@lectern/client/lectern.js'), ...line.split(' ')];
    const ended = await run(process.execPath, argv, { cwd, env }).then(
      ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
      ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, said: stdout + stderr }),
    );
    assert.equal(ended.code, expected, `${line}: ${ended.said}`);
    assert.doesNotMatch(ended.said, /cms_(mgm|del)_/);
    return ended;
  };
}
