/** Random operations on two environments and the alias `live`, through any of some nodes. Some may be refused; none is assumed. */
import type { ApiResponse } from '../../../../testing/src/client.ts';
import type { Scene } from '../../../../testing/src/given.ts';
import { cloneOf } from '../../branches/clone/clones.ts';
import { sendForm, upload } from '../../content/media/storages.ts';
import { modelOperations } from './changing-model.ts';
import { type Changing, type Operations, someEnvironment } from './operations.ts';

const ENTRIES = 12;
const ASSETS = 5;
const BULK = 6;
const ITEMS_OF_SET = 3;
const LINES = { 'content-type': 'application/x-ndjson' };

/** Makes the environment `next` and the alias `live` of a scene. */
export async function prepareToChange(scene: Scene): Promise<void> {
  await cloneOf(scene, 'next');
  await scene.owner.put(`${scene.space}/environment-aliases/live`, { environment: 'master' }, 201);
}

const author = ({ random }: Changing) => `author-${random.below(ENTRIES)}`;
const article = ({ random }: Changing) => `article-${random.below(ENTRIES)}`;
const someKey = (changing: Changing) => (changing.random.chance(0.5) ? author(changing) : article(changing));
const someEntry = (changing: Changing) => `${someEnvironment(changing)}/entries/${someKey(changing)}`;

const entryOperations: Operations = {
  author: [
    8,
    async (changing) => {
      const { random } = changing;
      const base = someEnvironment(changing);
      const city = random.chance(0.3) ? { [`city${random.below(3)}`]: `City ${random.below(9)}` } : {};
      const favourite = random.chance(0.4) ? await linkTo(changing, `${base}/entries/${author(changing)}`) : null;
      const fields = { name: `Name ${random.below(1_000)}`, favourite, ...city };
      return put(changing, `${base}/entries/${author(changing)}`, { content_type_id: 'author', fields });
    },
  ],
  article: [
    8,
    async (changing) => {
      const { random, scene, owner } = changing;
      const base = someEnvironment(changing);
      const locales = await owner().get(`${scene.space}/locales`, 200);
      const codes = locales.each('items', 'code') as string[];
      const inSome = (value: (code: string) => string) =>
        Object.fromEntries(
          codes.filter((code) => code === 'en-US' || random.chance(0.5)).map((code) => [code, value(code)]),
        );
      const fields = {
        title: inSome(() => `Title ${random.below(1_000)}`),
        slug: inSome((code) => `slug-${random.below(60)}-${code.toLowerCase()}`),
        rating: random.below(5),
        author: random.chance(0.5) ? await linkTo(changing, `${base}/entries/${author(changing)}`) : null,
      };
      return put(changing, `${base}/entries/${article(changing)}`, { content_type_id: 'article', fields });
    },
  ],
  publish: [5, (c) => c.owner().post(`${someEntry(c)}/publish`)],
  unpublish: [5, (c) => c.owner().post(`${someEntry(c)}/unpublish`)],
  archive: [1, (c) => c.owner().post(`${someEntry(c)}/archive`)],
  unarchive: [2, (c) => c.owner().post(`${someEntry(c)}/unarchive`)],
  delete: [
    4,
    async (changing) => {
      const path = someEntry(changing);
      if (changing.random.chance(0.5)) await changing.owner().post(`${path}/unpublish`);
      return changing.owner().delete(path);
    },
  ],
  bulk: [
    3,
    (changing) => {
      const ids = [...new Set(Array.from({ length: BULK }, () => someKey(changing)))];
      const action = changing.random.pick(['publish', 'publish', 'unpublish', 'delete']);
      return changing.owner().post(`${someEnvironment(changing)}/entries/bulk`, { action, ids });
    },
  ],
  'restore a version': [
    2,
    async (changing) => {
      const entry = await changing.owner().get(someEntry(changing));
      return entry.status === 200
        ? changing.owner().post(`/entries/${entry.string('id')}/versions/1/restore`)
        : undefined;
    },
  ],
};

const assetOperations: Operations = {
  upload: [
    2,
    (changing) => {
      const { random, scene, owner } = changing;
      const file = { name: `file-${random.below(9)}.txt`, bytes: `Bytes ${random.below(50)}` };
      return upload(scene, file, [['key', `file-${random.below(ASSETS)}`]], owner());
    },
  ],
  import: [
    2,
    ({ random, scene, owner }) => {
      const asset = { key: `image-${random.below(ASSETS)}`, title: `Title ${random.below(100)}` };
      return owner().send('POST', `${scene.base}/import`, { raw: `${JSON.stringify({ asset })}\n`, headers: LINES });
    },
  ],
  'replace a file': [
    2,
    (changing) =>
      onAsset(changing, (path) => {
        const file = { name: 'other.txt', bytes: `Other bytes ${changing.random.below(99)}` };
        return sendForm(changing.owner(), path, [['file', file]], 'PATCH');
      }),
  ],
  'change an asset': [
    1,
    (changing) =>
      onAsset(changing, (path) => changing.owner().patch(path, { title: `Other title ${changing.random.below(100)}` })),
  ],
  'delete an asset': [1, (changing) => onAsset(changing, (path) => changing.owner().delete(path))],
};

const branchOperations: Operations = {
  'switch the alias': [
    2,
    ({ random, scene, owner }) =>
      owner().put(`${scene.space}/environment-aliases/live`, { environment: random.pick(['master', 'next']) }),
  ],
  merge: [3, merge],
  'undo a merge': [
    1,
    async ({ scene, owner }) => {
      const merges = await owner().get(`${scene.base}/merges`, 200);
      const [last] = merges.each('items', 'id');
      return last === undefined ? undefined : owner().post(`${scene.base}/merges/${last}/undo`, {});
    },
  ],
  'publish a release': [2, publishRelease],
};

const operations: Operations = { ...entryOperations, ...assetOperations, ...branchOperations, ...modelOperations };
const choices = Object.entries(operations).flatMap(([name, [weight]]) => Array.from({ length: weight }, () => name));

/** Does one of them; a node that ends meanwhile breaks it off. @returns its name, and how it was answered */
export async function changeSomething(changing: Changing): Promise<string> {
  const name = changing.random.pick(choices);
  const response = await operations[name]?.[1](changing).catch((error: NodeJS.ErrnoException) => {
    if (error.name === 'AssertionError' && !/→ 503/.test(error.message)) throw error;
  });
  return `${name} ${response?.status ?? 'none'}`;
}

async function put({ random, owner }: Changing, path: string, body: object): Promise<ApiResponse> {
  const made = await owner().put(path, body);
  if (random.chance(0.6)) await owner().post(`${path}/publish`);
  return made;
}

async function linkTo({ owner }: Changing, path: string): Promise<object | null> {
  const entry = await owner().get(path);
  return entry.status === 200 ? { type: 'entry', id: entry.at('id') } : null;
}

async function onAsset({ random, scene, owner }: Changing, act: (path: string) => Promise<ApiResponse>) {
  const assets = await owner().get(`${scene.base}/media`, 200);
  const ids = assets.each('items', 'id');
  return ids.length === 0 ? undefined : act(`/media/${random.pick(ids)}`);
}

async function publishRelease(changing: Changing): Promise<ApiResponse> {
  const { random, scene, owner } = changing;
  const body = { name: `Release ${random.below(1_000_000)}`, onto: random.pick(['published', 'drafts']) };
  const set = await owner().post(`${scene.base}/change-sets`, body);
  if (set.status !== 201) return set;
  const within = `?change_set=${set.string('id')}`;
  for (let item = 0; item < ITEMS_OF_SET; item++) {
    const fields = { name: `Released ${random.below(100)}` };
    await owner().put(`${scene.base}/entries/${author(changing)}${within}`, { content_type_id: 'author', fields });
  }
  if (random.chance(0.3)) await owner().post(`${scene.base}/entries/${author(changing)}/unpublish${within}`);
  return owner().post(`/change-sets/${set.string('id')}/publish`, {});
}

async function merge({ random, scene, owner }: Changing): Promise<ApiResponse> {
  const path = `${scene.base}/merges`;
  const wanted = { from: 'next', publish: random.pick(['none', 'as_source']) };
  const plan = await owner().post(path, wanted);
  if (plan.status !== 200) return plan;
  const resolutions = plan
    .each('conflicts', 'path')
    .map((at) => ({ path: at, take: random.pick(['source', 'target']) }));
  return owner().post(path, { ...wanted, resolutions, dry_run: false });
}
