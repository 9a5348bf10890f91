/**
 * What a tenant can do with a few very large entries, with very many changes, and with many concurrent responses that are rejected
 * or long. Each attack stays within what a client may send, and exhausts the memory of a service that counts rows instead of
 * bytes.
 */
import { type ApiResponse, send } from '../../../../testing/src/client.ts';
import { field, given, type Scene } from '../../../../testing/src/given.ts';
import { importLines } from './target.ts';

const WORDS = 4_000;
const TAGS = 900;
/** Conditions through a link in one query. */
const LINK_CONDITIONS = 20;
/** Bytes of a large entry, small enough for a body. */
const LARGE_BYTES = 900_000;
const CLONE_WAIT_MS = 50;
const ATTEMPTS_MAX = 10;

/** The extent of each attack. */
export interface ByteSizes {
  /** Large entries. */
  readonly large: number;
  readonly small: number;
  /** Changes of one large entry. */
  readonly changes: number;
  /** Concurrent lists that are rejected, management lists of small entries, and deliveries of large ones. */
  readonly refused: number;
  readonly lists: number;
  readonly deliveries: number;
}

/** A tenant with large entries, and many small ones. */
export interface LargeTenant {
  readonly scene: Scene;
  readonly sizes: ByteSizes;
}

/** Makes it. @param bytes of a large entry */
export async function makeLargeTenant(url: string, sizes: ByteSizes, bytes = LARGE_BYTES): Promise<LargeTenant> {
  const scene = await given(url);
  const { owner, base } = scene;
  await owner.post(`${base}/content-types`, bulkyType, 201);
  await owner.post(`${base}/content-types`, smallType, 201);
  const lines = Array.from({ length: sizes.small }, (_, n) => ({
    entry: {
      content_type: 'small',
      key: `small-${n}`,
      status: 'published',
      fields: { title: `Small ${n}`, text: 'A few words about nothing at all. '.repeat(8) },
    },
  }));
  await importLines(owner, base, lines);
  await inTurns(sizes.large, 4, async (n) => {
    const body = { content_type_id: 'bulky', key: `bulky-${n}`, fields: bulkyFields(n, bytes) };
    const entry = (await patiently(() => owner.post(`${base}/entries`, body))).string('id');
    await patiently(() => owner.post(`/entries/${entry}/publish`));
    // The draft is another document than the published state.
    await patiently(() => owner.patch(`/entries/${entry}`, { fields: { note: `later ${n}` } }));
  });
  return { scene, sizes };
}

const bulkyType = {
  api_id: 'bulky',
  name: 'Bulky',
  display_field: 'title',
  fields: [
    field('title', 'string'),
    field('code', 'string'),
    field('note', 'string'),
    field('gone', 'string'),
    field('words', 'text'),
    field('tags', 'array', { items: { type: 'string' } }),
    field('next', 'entry'),
  ],
};

const smallType = {
  api_id: 'small',
  name: 'Small',
  display_field: 'title',
  fields: [field('title', 'string'), field('text', 'text')],
};

function bulkyFields(n: number, bytes: number): Record<string, unknown> {
  const tags = Array.from({ length: TAGS }, (_, tag) => `tag ${n} ${tag} ${'x'.repeat(240)}`);
  return {
    title: `Bulky ${n}`,
    code: `code ${n}`,
    gone: 'to be removed',
    words: wordsOf(n, bytes - TAGS * 265),
    tags,
    next: { type: 'entry', id: `small-${n % 10}` },
  };
}

/** Text of so many bytes, different for each entry. */
function wordsOf(n: number, bytes: number): string {
  const words: string[] = [`entry${n}`];
  for (let length = 0, at = n; length < bytes; at++) {
    const word = `word${(at * 7) % WORDS}`;
    words.push(word);
    length += word.length + 1;
  }
  return words.join(' ');
}

/** One attack. */
export interface ByteAttack {
  readonly name: string;
  /** Runs before the attack. */
  readonly prepare?: ((tenant: LargeTenant) => Promise<void>) | undefined;
  readonly run: (tenant: LargeTenant) => Promise<readonly ApiResponse[]>;
  /** The acceptable statuses. */
  readonly statuses: readonly number[];
  /** Whether it is one write that other writes may have to wait for. */
  readonly holdsWrites?: boolean;
}

const list = (tenant: LargeTenant, query: string): Promise<ApiResponse> =>
  tenant.scene.owner.get(`${tenant.scene.base}/entries?${query}`);

/** How many large entries fit into a response. */
function fitting(tenant: LargeTenant): number {
  return Math.min(15, tenant.sizes.large);
}

export const byteAttacks: readonly ByteAttack[] = [
  {
    name: 'a list after many changes of one large entry',
    // Loads the columns before the changes.
    prepare: async (tenant) => {
      const { owner, base } = tenant.scene;
      await list(tenant, 'content_type=bulky&limit=1&fields.title=none');
      const [id = ''] = (await owner.get(`${base}/entries?content_type=bulky&limit=1`, 200)).each(
        'items',
        'id',
      ) as string[];
      for (let n = 0; n < tenant.sizes.changes; n++)
        await patiently(() => owner.post(`/entries/${id}/${n % 2 === 0 ? 'unpublish' : 'publish'}`));
    },
    run: async (tenant) => [
      await list(tenant, 'content_type=bulky&limit=1'),
      await list(tenant, 'content_type=bulky&limit=1&fields.title=none'),
    ],
    statuses: [200],
  },
  {
    name: 'a first query on fields',
    run: async (tenant) => [
      await list(tenant, 'content_type=bulky&limit=1&fields.code=none'),
      await list(tenant, 'content_type=bulky&limit=1&fields.words=none'),
      await list(tenant, 'content_type=bulky&limit=1&fields.tags=none'),
      await list(tenant, 'content_type=bulky&limit=1&order=fields.note'),
      await tenant.scene.delivery.get(`${tenant.scene.read}/entries?content_type=bulky&limit=1&fields.code=none`),
      await tenant.scene.delivery.get(`${tenant.scene.read}/entries?content_type=bulky&limit=1&fields.words=none`),
    ],
    statuses: [200],
  },
  {
    name: 'conditions through a link',
    run: async (tenant) => {
      const conditions = Array.from({ length: LINK_CONDITIONS }, (_, n) => `fields.next.title[ne]=none${n}`);
      const query = `content_type=bulky&limit=1&${conditions.join('&')}`;
      return [await list(tenant, query), await tenant.scene.delivery.get(`${tenant.scene.read}/entries?${query}`)];
    },
    statuses: [200, 400],
  },
  {
    name: 'lists that are refused as too large',
    run: (tenant) => {
      const { scene, sizes } = tenant;
      return Promise.all(
        Array.from({ length: sizes.refused }, (_, n) =>
          (n % 2 === 0 ? scene.owner : scene.management).get(
            `${scene.base}/entries?content_type=bulky&limit=1000&skip=${n % 4}`,
          ),
        ),
      );
    },
    statuses: [400, 422, 503],
  },
  {
    name: 'many lists of small entries',
    run: ({ scene, sizes }) =>
      Promise.all(
        Array.from({ length: sizes.lists }, (_, n) =>
          scene.owner.get(`${scene.base}/entries?content_type=small&limit=1000&skip=${n}`),
        ),
      ),
    statuses: [200, 503],
  },
  {
    name: 'many large deliveries',
    run: (tenant) =>
      Promise.all(
        Array.from({ length: tenant.sizes.deliveries }, (_, n) =>
          send(
            tenant.scene.url,
            'GET',
            `${tenant.scene.read}/entries?content_type=bulky&limit=${fitting(tenant)}&skip=${n % 40}&fields.title[ne]=none${n}`,
            {
              token: tenant.scene.delivery.token,
            },
          ),
        ),
      ),
    statuses: [200, 503],
  },
  {
    name: 'a merge of all of them',
    prepare: async (tenant) => {
      const { owner, space, base } = tenant.scene;
      await owner.post(`${base}/clone`, { name: 'copy' }, 201);
      for (;;) {
        const { status } = await owner.get(`${space}/environments/copy/entries?limit=1`);
        if (status === 200) break;
        await new Promise((resolve) => setTimeout(resolve, CLONE_WAIT_MS));
      }
      const copy = `${space}/environments/copy`;
      const ids = (await owner.get(`${copy}/entries?content_type=bulky&limit=1000&select=id`, 200)).each(
        'items',
        'id',
      ) as string[];
      for (const [n, id] of ids.entries())
        await patiently(() => owner.patch(`/entries/${id}`, { fields: { note: `copied ${n}` } }));
    },
    run: async ({ scene }) => [
      await scene.owner.post(`${scene.base}/merges`, { from: 'copy', dry_run: true }),
      await scene.owner.get(`${scene.space}/environments/copy/compare`),
    ],
    statuses: [200, 400, 422, 404],
  },
  {
    name: 'a content type without one of its fields',
    run: async ({ scene }) => [await changeType(scene, (fields) => fields.filter(({ id }) => id !== 'gone'))],
    statuses: [200],
    holdsWrites: true,
  },
  {
    name: 'a field that becomes unique',
    run: async ({ scene }) => [
      await changeType(scene, (fields) => fields.map((one) => (one.id === 'code' ? { ...one, unique: true } : one))),
    ],
    statuses: [200],
    holdsWrites: true,
  },
];

type Fields = readonly Record<string, unknown>[];

async function changeType({ owner, base }: Scene, change: (fields: Fields) => Fields): Promise<ApiResponse> {
  const types = await owner.get(`${base}/content-types`, 200);
  const type = (types.list('items') as { id: string; api_id: string; fields: Fields }[]).find(
    ({ api_id }) => api_id === 'bulky',
  );
  return owner.patch(`/content-types/${type?.id}?confirm_data_loss=true`, { fields: change(type?.fields ?? []) });
}

/** Repeats a write that an overloaded machine did not finish in time, and fails if it is rejected for another reason. */
export async function patiently(write: () => Promise<ApiResponse>): Promise<ApiResponse> {
  for (let attempt = 1; ; attempt++) {
    const response = await write();
    if (response.status < 300) return response;
    if (response.status !== 503 || attempt === ATTEMPTS_MAX) throw new Error(String(response));
  }
}

/** Does something that many times, a few at a time. */
async function inTurns(times: number, atOnce: number, act: (n: number) => Promise<void>): Promise<void> {
  let next = 0;
  const one = async () => {
    while (next < times) await act(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}
