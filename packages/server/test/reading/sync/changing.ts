/** Random operations on an environment and on the alias `live`, through any of some nodes. Some may be refused; none is assumed. */
import type { Actor, ApiResponse } from '../../../../testing/src/client.ts';
import type { Scene } from '../../../../testing/src/given.ts';
import type { Random } from '../consistency/random.ts';

const ENTRIES = 40;
const ASSETS = 5;
const BULK = 12;
const LINES = { 'content-type': 'application/x-ndjson' };

export interface Changing {
  readonly scene: Scene;
  readonly random: Random;
  /** The owner at a node, which may be about to end. */
  readonly owner: () => Actor;
}

type Operation = (changing: Changing) => Promise<ApiResponse | undefined>;

const key = ({ random }: Changing) => `author-${random.below(ENTRIES)}`;
const entry = (changing: Changing) => `${changing.scene.base}/entries/${key(changing)}`;
const named = ({ random }: Changing) => ({ name: `Name ${random.below(1_000)}` });

async function put(changing: Changing): Promise<ApiResponse> {
  const owner = changing.owner();
  const path = entry(changing);
  const body = { content_type_id: 'author', fields: named(changing) };
  const made = await owner.put(path, body);
  if (changing.random.chance(0.7)) return owner.post(`${path}/publish`);
  return made;
}

async function bulk(changing: Changing): Promise<ApiResponse> {
  const ids = [...new Set(Array.from({ length: BULK }, () => key(changing)))];
  const action = changing.random.pick(['publish', 'unpublish', 'delete']);
  return changing.owner().post(`${changing.scene.base}/entries/bulk`, { action, ids });
}

async function changeModel(changing: Changing): Promise<ApiResponse> {
  const { random, scene } = changing;
  const owner = changing.owner();
  const path = `${scene.base}/content-types/author`;
  const type = await owner.get(path);
  if (type.status !== 200) return type;
  if (random.chance(0.5)) return owner.patch(path, { description: `Version ${random.below(1_000)}` });
  const fields = (type.list('fields') as { id: string; name: string }[]).map((one) =>
    one.id.startsWith('city') ? { ...one, id: `city${random.below(3)}`, previous_id: one.id } : one,
  );
  return owner.patch(path, { fields });
}

async function changeAsset({ random, scene, owner }: Changing): Promise<ApiResponse | undefined> {
  const by = owner();
  const asset = { key: `image-${random.below(ASSETS)}`, title: `Title ${random.below(100)}` };
  if (random.chance(0.7))
    return by.send('POST', `${scene.base}/import`, { raw: `${JSON.stringify({ asset })}\n`, headers: LINES });
  const list = await by.get(`${scene.base}/media`);
  const [id] = list.status === 200 ? list.each('items', 'id') : [];
  return id === undefined ? undefined : by.delete(`/media/${id}`);
}

async function switchAlias({ random, scene, owner }: Changing): Promise<ApiResponse> {
  return owner().put(`${scene.space}/environment-aliases/live`, { environment: random.pick(['master', 'next']) });
}

async function merge(changing: Changing): Promise<ApiResponse> {
  const by = changing.owner();
  const there = `${changing.scene.space}/environments/next/entries/${key(changing)}`;
  await by.put(there, { content_type_id: 'author', fields: { name: `Merged ${changing.random.below(100)}` } });
  await by.post(`${there}/publish`);
  const body = { from: 'next', dry_run: false };
  return by.post(`${changing.scene.space}/environments/master/merges`, body);
}

/** Those that are frequent come several times. */
const OPERATIONS: readonly Operation[] = [
  ...Array.from({ length: 12 }, () => put),
  ...Array.from({ length: 5 }, (): Operation => (c) => c.owner().post(`${entry(c)}/publish`)),
  ...Array.from({ length: 5 }, (): Operation => (c) => c.owner().post(`${entry(c)}/unpublish`)),
  ...Array.from({ length: 3 }, (): Operation => (c) => c.owner().delete(entry(c))),
  ...Array.from({ length: 3 }, () => bulk),
  ...Array.from({ length: 3 }, () => changeAsset),
  changeModel,
  switchAlias,
  merge,
];

/** Does one of them; a node that ends meanwhile breaks it off. */
export async function changeSomething(changing: Changing): Promise<void> {
  await changing.random
    .pick(OPERATIONS)(changing)
    .catch((error: NodeJS.ErrnoException) => {
      if (error.name === 'AssertionError') throw error;
    });
}
