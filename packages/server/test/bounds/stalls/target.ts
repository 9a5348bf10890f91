/**
 * The attacker's own tenant, with enough contents for the attacks: many small entries, entries of the largest size, and types with
 * every costly setting. The attacker has an account, a key of each kind and full rights there.
 */

import type { Actor, ApiResponse } from '../../../../testing/src/client.ts';
import { formOf } from '../../../../testing/src/form.ts';
import { field, given, invite, magazine, type Scene } from '../../../../testing/src/given.ts';
import { mergedBranch } from '../../branches/merging/merges.ts';
import { archiveOf, importInto, makeExport } from '../../branches/transfer/archives.ts';
import { providerOf } from '../../identity/scim/provider.ts';
import { connect } from '../../identity/sso-log-in.ts';
import type { PathIds } from '../../routes/resources.ts';

const LINES_A_REQUEST = 500;
const AUTHORS = 100;
const LARGE_ATTEMPTS = 3;
/** Bytes of a large value, small enough for the body of the entry. */
export const LARGE_BYTES = 900_000;
const PATTERNED_FIELDS = 30;
const PATTERN_SUBJECT = 16_000;

export interface Target {
  readonly scene: Scene;
  readonly ids: PathIds;
  /** Keys of the large entries, by the field that is large. */
  readonly large: readonly string[];
  readonly articles: number;
  /** The URL path of a published file. */
  readonly filePath: string;
}

/** Creates the target. @param articles the number of small entries */
export async function makeTarget(url: string, articles: number): Promise<Target> {
  const scene = await given(url, { types: magazine });
  await scene.owner.post(`${scene.base}/content-types`, heavyType, 201);
  await scene.owner.post(`${scene.base}/content-types`, patternedType(), 201);
  await importLines(scene.owner, scene.base, [...authorLines(), ...articleLines(articles)]);
  const large = Object.keys(largeValues);
  for (const key of large) await createLarge(scene, key);
  // The first AI request loads the AI SDK.
  await scene.owner.post('/ai/rewrite', { text: 'A text.', style: 'formal' }, 200);
  return { scene, large, articles, ...(await populate(scene)) };
}

/** On a slow machine, a service that has just started may take longer for one of them than a write may take. */
async function createLarge({ owner, base }: Scene, key: string): Promise<void> {
  const body = { content_type_id: 'heavy', key, fields: heavyFields(key) };
  for (let attempt = 1; attempt <= LARGE_ATTEMPTS; attempt++)
    if ((await owner.post(`${base}/entries`, body)).status === 201) return;
  await owner.post(`${base}/entries`, body, 201);
}

/** A type with a field of each kind that can be large. */
const heavyType = {
  api_id: 'heavy',
  name: 'Heavy',
  display_field: 'title',
  fields: [
    field('title', 'string'),
    field('words', 'text'),
    field('chinese', 'text'),
    field('spaceless', 'text'),
    field('rich', 'rich_text'),
    field('flat', 'rich_text'),
    field('data', 'json'),
    field('tags', 'array', { items: { type: 'string' } }),
  ],
};

/** A type whose values are all matched against patterns. */
function patternedType(): object {
  const fields = Array.from({ length: PATTERNED_FIELDS }, (_, n) =>
    field(`f${n}`, 'text', { validations: { pattern: `^(?:[\\p{L}\\p{N}]+[ ,.;:'-]{0,3})+${n}?$` } }),
  );
  return { api_id: 'patterned', name: 'Patterned', fields };
}

/** The fields of an entry of that type. */
export function patternedFields(): object {
  const text = 'aé ж'.repeat(PATTERN_SUBJECT / 4);
  return Object.fromEntries(Array.from({ length: PATTERNED_FIELDS }, (_, n) => [`f${n}`, `${text}!${n}`]));
}

/** The large values, by the field that takes each. */
const largeValues: Readonly<Record<string, () => unknown>> = {
  words: () => Array.from({ length: LARGE_BYTES / 7 }, (_, n) => n.toString(36).padStart(6, 'w')).join(' '),
  chinese: () => '海港的黎明很安静'.repeat(LARGE_BYTES / 24),
  spaceless: () => 'a'.repeat(LARGE_BYTES),
  rich: () => documentOf(Array.from({ length: LARGE_BYTES / 90 }, () => paragraph([textNode('word')]))),
  flat: () =>
    documentOf([paragraph(Array.from({ length: LARGE_BYTES / 60 }, (_, n) => textNode(`w${n}`, n % 2 === 0)))]),
  data: () => Array.from({ length: LARGE_BYTES / 34 }, (_, n) => ({ a: n, b: [n, true] })),
  tags: () => Array.from({ length: 1_000 }, (_, n) => `${n}`.padEnd(500, 'tag ')),
};

/** The fields of an entry of the heavy type with one large value. */
export function heavyFields(name: string): Record<string, unknown> {
  return { title: name, [name]: largeValues[name]?.() };
}

function documentOf(content: unknown[]): unknown {
  return { type: 'doc', content };
}

function paragraph(content: unknown[]): unknown {
  return { type: 'paragraph', content };
}

function textNode(text: string, isBold = false): unknown {
  return { type: 'text', text, ...(isBold ? { marks: [{ type: 'bold' }] } : {}) };
}

function authorLines(): object[] {
  return Array.from({ length: AUTHORS }, (_, n) => ({
    entry: {
      key: `author-${n}`,
      content_type: 'author',
      status: 'published',
      fields: { name: `Author ${n}`, city: `City ${n % 7}` },
    },
  }));
}

function articleLines(count: number): object[] {
  return Array.from({ length: count }, (_, n) => ({
    entry: {
      key: `article-${n}`,
      content_type: 'article',
      status: 'published',
      fields: {
        title: `Article ${n} of many`,
        author: `author-${n % AUTHORS}`,
        tags: [`tag-${n % 9}`, `tag-${n % 11}`],
        rating: n / 7,
        pages: n % 400,
      },
    },
  }));
}

/** Imports records, some hundred lines at a time. */
export async function importLines(owner: Actor, base: string, records: readonly object[]): Promise<void> {
  for (let start = 0; start < records.length; start += LINES_A_REQUEST) {
    const raw = records
      .slice(start, start + LINES_A_REQUEST)
      .map((record) => JSON.stringify(record))
      .join('\n');
    const response = await owner.send('POST', `${base}/import`, {
      raw,
      headers: { 'content-type': 'application/x-ndjson' },
    });
    if (response.status !== 200 || response.text.includes('"refused"'))
      throw new Error(`The import failed: ${response}`);
  }
}

/** One resource of each kind, for the paths of the routes. */
async function populate(scene: Scene): Promise<Pick<Target, 'ids' | 'filePath'>> {
  const { owner, space, base } = scene;
  const id = (response: ApiResponse, path = 'id') => response.string(path);
  const file = await formOf([['file', { name: 'note.txt', bytes: 'A note.', type: 'text/plain' }]]);
  const asset = await owner.send('POST', `${base}/media`, file);
  const webhook = id(await owner.post(`${space}/webhooks`, { name: 'x', url: 'http://127.0.0.1:9999/' }, 201));
  const first = async (path: string) => id(await owner.get(path, 200), 'items.0.id');
  await owner.put(`${space}/environment-aliases/live`, { environment: 'master' }, 201);
  const changeSet = id(await owner.post(`${space}/environments/master/change-sets`, { name: 'x' }, 201));
  return {
    filePath: new URL(asset.string('url'), scene.url).pathname,
    ids: {
      space_id: scene.spaceId,
      environment: 'master',
      spare: 'master',
      alias: 'live',
      entry_id: id(await owner.get(`${base}/entries/article-0`, 200)),
      content_type_id: id(await owner.get(`${base}/content-types/heavy`, 200)),
      asset_id: id(asset),
      locale_id: await first(`${space}/locales`),
      key_id: id(await owner.post(`${space}/api-keys`, { name: 'subject', kind: 'delivery' }, 201)),
      account_id: scene.member.accountId,
      record_id: await first(`/accounts/${scene.member.accountId}/audit`),
      owner_id: scene.member.userId,
      user_id: scene.member.userId,
      invitation_id: await invite(scene.member),
      token_id: id(await owner.post(`/accounts/${scene.member.accountId}/scim-tokens`, { name: 'x' }, 201)),
      group_id: await (await providerOf(scene.member)).addGroup('Everybody'),
      domain: await connect(scene.member),
      test_id: id(await owner.post(`/accounts/${scene.member.accountId}/sso/test`, undefined, 201)),
      session_id: await first('/auth/sessions'),
      // A passkey would make log-in ask for it.
      passkey_id: 'psk_none',
      change_set_id: changeSet,
      preview_link_id: id(await owner.post(`${space}/preview-links`, { change_set: changeSet }, 201)),
      view_id: id(await owner.post(`${space}/views`, { name: 'x', shared: true, query: '', columns: [] }, 201)),
      webhook_id: webhook,
      delivery_id: id(await owner.post(`${space}/webhooks/${webhook}/test`, undefined, 200), 'delivery_id'),
      export_id: id(await makeExport(scene)),
      import_id: id(await importInto(scene, archiveOf([['export.json', '{}']]))),
      merge_id: await mergedBranch(scene),
      version: '1',
    },
  };
}
