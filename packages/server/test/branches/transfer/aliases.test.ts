/** Aliases are exported with a space and imported again, including `master` if it is one. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { given, type Scene } from '../../../../testing/src/given.ts';
import { onEachEngine } from '../../../../testing/src/on-each-engine.ts';
import { exportOf, filesIn, importInto, importWhole } from './archives.ts';
import { fillSpace } from './full-space.ts';

onEachEngine('aliases in exports', (stage) => {
  const aliases = async ({ owner, space }: Scene) => {
    const { items } = (await owner.get(`${space}/environment-aliases?order=name`, 200)).json as {
      items: { name: string; environment: string }[];
    };
    return Object.fromEntries(items.map(({ name, environment }) => [name, environment]));
  };

  it('come back as they were, and a second import changes nothing', async () => {
    const source = await given(stage.url);
    await fillSpace(source);
    const archive = await exportOf(source);
    const manifest = JSON.parse(filesIn(archive).get('export.json')?.toString() ?? '');
    assert.deepEqual(manifest.aliases, { next: 'drafts.2', preview: 'drafts.2' });
    const target = await given(stage.url);
    const first = await importWhole(target, archive);
    assert.deepEqual(first.at('counts.alias'), { created: 2, updated: 0, unchanged: 0, refused: 0 });
    assert.ok((await exportOf(target)).equals(archive));
    const second = await importWhole(target, archive);
    assert.deepEqual(second.at('counts.alias'), { created: 0, updated: 0, unchanged: 2, refused: 0 });
  });

  it('name the environment that is exported', async () => {
    const source = await given(stage.url);
    await fillSpace(source);
    const archive = await exportOf(source, 'preview');
    const manifest = JSON.parse(filesIn(archive).get('export.json')?.toString() ?? '');
    assert.deepEqual([manifest.environments, manifest.aliases], [['drafts.2'], undefined]);
  });

  it('make "master" of a new space one, if it is one there', async () => {
    const source = await given(stage.url);
    await fillSpace(source);
    const master = { environment: 'drafts.2', rename_current_to: 'main' };
    await source.owner.put(`${source.space}/environment-aliases/master`, master, 201);
    const archive = await exportOf(source);
    const target = await given(stage.url);
    await importWhole(target, archive);
    assert.deepEqual(await aliases(target), { master: 'drafts.2', next: 'drafts.2', preview: 'drafts.2' });
    assert.ok((await exportOf(target)).equals(archive));
    const used = await given(stage.url);
    await used.owner.post(`${used.base}/content-types`, { name: 'Own', fields: [] }, 201);
    const done = await importInto(used, archive);
    assert.deepEqual(done.at('counts.alias'), { created: 2, updated: 0, unchanged: 0, refused: 1 }, String(done));
  });
});
