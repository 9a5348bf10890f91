/** `lectern restore --space` on every engine: one space comes back beside its running service, and nothing else changes. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { it } from 'node:test';
import { Actor, closeConnections } from '../../../../testing/src/client.ts';
import { given, type Scene } from '../../../../testing/src/given.ts';
import { runProgram } from '../../../../testing/src/process.ts';
import { startService } from '../../../../testing/src/service.ts';
import { temporaryFolder } from '../../../../testing/src/temporary-folder.ts';
import { until } from '../../../../testing/src/until.ts';
import { cloneOf } from '../../branches/clone/clones.ts';
import { fillSpace } from '../../branches/transfer/full-space.ts';
import { fetchFile, upload } from '../../content/media/storages.ts';
import { type BackupFacts, done, refused } from './backup-story.ts';
import type { Place, Places } from './places.ts';
import { rowsOf } from './restored-state.ts';

const WAIT_MAX_MS = 90_000;
/** When a change set is to go out. */
const AT = '2099-12-01T09:00:00.000Z';
/** What a restore changes of the space itself and its webhooks. */
const RAISED = /"(updated_at|version)":("[^"]*"|\d+)/g;
/** How receivers of webhooks fare is counted by the installation, and goes on while the space is brought back. */
const HEALTH = /"health":\{[^}]*\},?/g;
const RAISED_PATHS = ['', '/webhooks'];

/** The output of `lectern restore --space --json`. */
interface SpaceFacts {
  readonly space: string;
  readonly account_restored: boolean;
  readonly api_keys: { readonly count: number; readonly valid: number };
  readonly webhooks: { readonly count: number; readonly switched_off: boolean };
  readonly former_members: readonly string[];
}

/** @param waitsForSearch whether to wait until the service has indexed texts again, up to a minute later */
export function oneSpace(places: () => Places, { waitsForSearch }: { readonly waitsForSearch: boolean }): void {
  it('brings back one space beside its running service', { timeout: 300_000 }, async () => {
    const place = await places().make();
    // The service fails to write this part of a merge, counted from now on; none at 0.
    let breakAt = 0;
    const service = await startService(
      { engine: { databaseConfig: () => place.config }, env: { ...place.env, LECTERN_LOG_LEVEL: 'fatal' } },
      {
        mergeSizes: { whole: 1, part: 1 },
        onStatement: (sql) => {
          if (breakAt > 0 && sql.startsWith('insert into "merges"') && --breakAt === 0) throw new Error('Broken.');
        },
      },
    );
    const [scene, other] = [await given(service.url), await given(service.url)];
    await fillSpace(scene);
    await fillSpace(other);
    const merged = await mergedTwice(scene);
    const ofThePast = await deletedFile(scene);
    await scheduledSet(scene);
    breakAt = 2;
    await beginMerge(scene);
    await scene.owner.post(
      `${scene.space}/views`,
      { name: 'Mine', query: 'order=title', shared: false, columns: [] },
      201,
    );
    const [was, others] = [await stateOf(scene), await stateOf(other)];
    const folder = temporaryFolder('backups');
    await done<BackupFacts>(place, 'backup', folder);
    await editAndDelete(scene);

    const unknown = await refused(place, folder, '--space', 'spc_unknown');
    assert.match(unknown.output, new RegExp(`not in this backup[^]*${scene.spaceId}`));
    await done(place, 'restore', folder, '--space', scene.spaceId, '--check');
    assert.equal((await scene.owner.get(scene.space)).status, 404, 'a check writes nothing');

    const facts = await done<SpaceFacts>(place, 'restore', folder, '--space', scene.spaceId);
    assert.deepEqual([facts.space, facts.account_restored, facts.former_members], [scene.spaceId, false, []]);
    assert.deepEqual(await stateOf(scene), was);
    assert.equal((await fetchFile(ofThePast)).bytes.toString(), 'Taken down.');
    assert.deepEqual(await setsOf(scene), [['scheduled', null, AT]]);
    assert.deepEqual(await stateOf(other), others, 'another tenant has what it had');
    assert.equal(facts.api_keys.valid, 0);
    assert.equal((await scene.delivery.get(`${scene.read}/entries`)).status, 401, 'no key is valid by itself');
    await goesOn(scene, merged);
    if (waitsForSearch) await findsAgain(scene);
    await keysOnRequest(place, folder, scene);
    const copy = await done<SpaceFacts>(place, 'restore', folder, '--space', scene.spaceId, '--with-keys');
    assert.notEqual(copy.space, scene.spaceId);
    assert.deepEqual([copy.api_keys.valid, copy.webhooks.switched_off], [0, true]);
    const copied = { ...scene, space: `/spaces/${copy.space}`, base: `/spaces/${copy.space}/environments/master` };
    const [first] = (await scene.owner.get(`${copied.base}/entries?order=created_at`, 200)).list('items');
    await scene.owner.get(`/entries/${(first as { id: string }).id}`, 200);
    await mergesOfCopy(copied, scene);
    assert.deepEqual(await setsOf(copied), [['open', AT, null]], 'nothing goes out twice');
    assert.deepEqual(await rowsOf(place.config, 'select id from merges where part = 1 and series <> id'), []);

    await soundWhile(place);
    closeConnections();
    await service.close();
  });
}

/** An environment that was cloned and merged back twice, in parts. @returns the paths of the merges */
async function mergedTwice(scene: Scene): Promise<string[]> {
  await cloneOf(scene, 'work');
  const merges: string[] = [];
  for (const round of ['first', 'second']) {
    await writeIn(scene, 'work', round);
    const merged = await scene.owner.post(`${scene.base}/merges`, { from: 'work', dry_run: false }, 201);
    assert.equal(merged.at('parts'), 2);
    merges.push(`${scene.base}/merges/${merged.string('id')}`);
  }
  return merges;
}

/** A merge that is interrupted after its first part. */
async function beginMerge(scene: Scene): Promise<void> {
  await cloneOf(scene, 'begun');
  await writeIn(scene, 'begun', 'begun');
  await scene.owner.post(`${scene.base}/merges`, { from: 'begun', dry_run: false }, 500);
  assert.deepEqual((await mergesInto(scene)).map(({ parts, complete }) => [parts, complete])[0], [1, false]);
}

async function writeIn({ owner, space }: Scene, environment: string, name: string): Promise<void> {
  for (const key of [`${name}-1`, `${name}-2`]) {
    const entry = { content_type_id: 'late', fields: { name: key } };
    await owner.put(`${space}/environments/${environment}/entries/${key}`, entry, 201);
  }
}

/** A change set that is to go out. */
async function scheduledSet({ owner, base }: Scene): Promise<void> {
  const set = (await owner.post(`${base}/change-sets`, { name: 'Campaign' }, 201)).string('id');
  const entry = { content_type_id: 'author', fields: { name: 'Campaign' } };
  await owner.put(`${base}/entries/campaign?change_set=${set}`, entry, 201);
  await owner.post(`/change-sets/${set}/schedule`, { at: AT }, 200);
}

async function setsOf({ owner, base }: Pick<Scene, 'owner' | 'base'>): Promise<unknown[]> {
  const sets = (await owner.get(`${base}/change-sets`, 200)).list('items') as Record<string, unknown>[];
  return sets.map(({ state, planned_for, publish_at }) => [state, planned_for, publish_at]);
}

/** An asset that was deleted. @returns the address of its file for who reads the past */
async function deletedFile(scene: Scene): Promise<string> {
  const made = await upload(scene, { name: 'notes.txt', bytes: 'Taken down.' }, [['key', 'taken-down']]);
  const seen = await scene.preview.get(`${scene.read}/assets/taken-down`, 200);
  await scene.owner.delete(`/media/${made.string('id')}`, 204);
  const then = `${scene.read}/assets/taken-down?as_of=${seen.headers['x-cms-revision']}`;
  return (await scene.preview.get(then, 200)).string('url');
}

interface Merge {
  readonly id: string;
  readonly parts: number;
  readonly complete: boolean;
}

async function mergesInto({ owner, base }: Pick<Scene, 'owner' | 'base'>): Promise<Merge[]> {
  return (await owner.get(`${base}/merges`, 200)).list('items') as Merge[];
}

/** A copy has the merges of the original in their order, under other ids, and undoes its own alone. */
async function mergesOfCopy(copy: Scene, original: Scene): Promise<void> {
  const before = await mergesInto(original);
  const withoutId = (merges: readonly Merge[]) => merges.map(({ id: _, ...merge }) => merge);
  const merges = await mergesInto(copy);
  assert.deepEqual(withoutId(merges), withoutId(before));
  const undo = ({ id } = { id: '' }, status = 200) =>
    copy.owner.post(`${copy.base}/merges/${id}/undo`, undefined, status);
  const [begun, second, first] = merges;
  const refused = await undo(first, 409);
  assert.equal(refused.at('detail.conflicts.0.path'), `merges.${second?.id}`);
  for (const merge of [second, first, begun]) await undo(merge);
  assert.deepEqual(await mergesInto(original), before);
}

/** Changes after the backup, which must not come back: edits, a revoked key, the deletion. */
async function editAndDelete({ owner, space, base }: Scene): Promise<void> {
  await owner.put(`${base}/entries/new`, { content_type_id: 'author', fields: { name: 'Later' } }, 201);
  const [entry] = (await owner.get(`${base}/entries?content_type=author`, 200)).list('items');
  await owner.patch(`/entries/${(entry as { id: string }).id}`, { fields: { city: 'Rome' } }, 200);
  const keys = (await owner.get(`${space}/api-keys`, 200)).list('items') as { id: string; kind: string }[];
  const preview = keys.find(({ kind }) => kind === 'preview');
  await owner.delete(`${space}/api-keys/${preview?.id}`, 204);
  await owner.delete(space, 204);
}

/** Continues the merge that was interrupted, undoes all from before, and writes. */
async function goesOn(scene: Scene, merges: readonly string[]): Promise<void> {
  const { owner, base } = scene;
  const rest = await owner.post(`${base}/merges`, { from: 'begun', dry_run: false }, 201);
  assert.deepEqual([rest.at('changed.entries'), rest.at('complete')], [1, true]);
  const [last, begun] = (await mergesInto(scene)).map(({ id }) => `${base}/merges/${id}`);
  for (const merge of [last, begun, ...merges.toReversed()]) await owner.post(`${merge}/undo`, undefined, 200);
  for (const key of ['first-1', 'second-2', 'begun-2']) await owner.get(`${base}/entries/${key}`, 404);
  const made = await owner.put(`${base}/entries/after`, { content_type_id: 'author', fields: { name: 'Zoe' } }, 201);
  await owner.post(`/entries/${made.string('id')}/publish`, undefined, 200);
}

async function findsAgain({ owner, base }: Scene): Promise<void> {
  const found = () => owner.get(`${base}/entries?q=tides`, 200);
  await until(found, (response) => response.number('total') === 1, WAIT_MAX_MS);
}

/** With `--with-keys`, keys are valid again, but for the one that was revoked after the backup. */
async function keysOnRequest(place: Place, folder: string, scene: Scene): Promise<void> {
  await scene.owner.delete(scene.space, 204);
  const facts = await done<SpaceFacts>(place, 'restore', folder, '--space', scene.spaceId, '--with-keys');
  assert.deepEqual(facts.api_keys, { count: 3, valid: 2 });
  const answer = async (plane: 'delivery' | 'preview') => (await scene[plane].get(`${scene.read}/entries`)).status;
  assert.deepEqual([await answer('delivery'), await answer('preview')], [200, 401]);
}

/** Nothing is wrong with the installation, and nothing is left of restores. */
async function soundWhile({ env, config }: Place): Promise<void> {
  const doctor = await runProgram(['doctor'], env);
  assert.equal(doctor.code, 0, doctor.output);
  const verified = await runProgram(['audit', 'verify'], env);
  assert.equal(verified.code, 0, verified.output);
  assert.deepEqual(await rowsOf(config, "select number from environments where status = 'restoring'"), []);
}

/** Everything that people see of a space, by path. */
async function stateOf({ url, owner: { token }, space }: Scene): Promise<Record<string, string>> {
  const owner = new Actor(url, token);
  const seen: Record<string, string> = {};
  const note = async (path: string) => {
    const response = await owner.get(path, 200);
    const isRaised = RAISED_PATHS.includes(path.slice(space.length));
    const text = response.text.replaceAll(HEALTH, '');
    seen[path] = isRaised ? text.replaceAll(RAISED, '"$1":"…"') : text;
    return response.json as { items?: { id: string; name?: string; url?: string | null }[] };
  };
  const environments = (await note(`${space}/environments`)).items ?? [];
  for (const path of ['', '/locales', '/environment-aliases', '/webhooks', '/views']) await note(`${space}${path}`);
  const keys = (await owner.get(`${space}/api-keys`, 200)).list('items') as { name: string; kind: string }[];
  seen.keys = JSON.stringify(keys.map(({ name, kind }) => [name, kind]));
  for (const { name } of environments) {
    const base = `${space}/environments/${name}`;
    for (const path of ['content-types', 'merges']) await note(`${base}/${path}`);
    for (const { id } of (await note(`${base}/entries?limit=100&order=created_at`)).items ?? [])
      await note(`/entries/${id}/versions`);
    for (const { url: address } of (await note(`${base}/media?limit=100&order=created_at`)).items ?? []) {
      if (address == null) continue;
      const { pathname } = new URL(address);
      const { status, bytes } = await fetchFile(`${url}${pathname}`);
      seen[pathname] = `${status} ${createHash('sha256').update(bytes).digest('hex')}`;
    }
  }
  return seen;
}
