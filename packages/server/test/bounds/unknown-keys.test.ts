/** Bodies that are wrong in many places: every route lists the first problems, and does not take longer for more of them. */
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { Actor, type ApiResponse, send } from '../../../testing/src/client.ts';
import { given, magazine, type Scene } from '../../../testing/src/given.ts';
import { onEachEngine } from '../../../testing/src/on-each-engine.ts';

const RESPONSE_BYTES_MAX = 100_000;
const KEYS = 4_000;
const KEYS_OF_A_BODY = 90_000;

const unknown = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 1]));

onEachEngine('a body with many problems', (stage) => {
  let scene: Scene;
  before(async () => {
    scene = await given(stage.url, { types: magazine });
  });

  const places: readonly (readonly [name: string, path: string, body: () => unknown])[] = [
    ['log-in', '/auth/login', () => unknown(KEYS)],
    ['sign-up', '/auth/signup', () => unknown(KEYS)],
    ['an entry', '{base}/entries', () => ({ content_type_id: 'author', fields: unknown(KEYS) })],
    ['an entry in a locale', '{base}/entries', () => ({ content_type_id: 'author', fields: { name: unknown(KEYS) } })],
    ['rich text', '{base}/entries', () => richText(Array(KEYS).fill({ type: 'evil' }))],
    ['a node', '{base}/entries', () => richText([{ type: 'paragraph', ...unknown(KEYS) }])],
    [
      'a content type',
      '{base}/content-types',
      () => ({ name: 'A', fields: [{ id: 'a', type: 'string', ...unknown(KEYS) }] }),
    ],
    [
      'validations',
      '{base}/content-types',
      () => ({ name: 'A', fields: [{ id: 'a', type: 'string', validations: unknown(KEYS) }] }),
    ],
    ['a bulk', '{base}/entries/bulk', () => ({ action: 'publish', ids: Array(KEYS).fill(1) })],
  ];
  for (const [name, path, body] of places) {
    it(`lists the first 100: ${name}`, async () => {
      const response = await send(stage.url, 'POST', path.replace('{base}', scene.base), {
        token: scene.owner.token,
        body: body(),
      });
      assert.equal(response.status, 422, String(response));
      assert.deepEqual([response.list('detail.errors').length, response.at('detail.truncated')], [100, true]);
      assert.ok(response.text.length < RESPONSE_BYTES_MAX, `${response.text.length} bytes`);
    });
  }

  it('is refused unparsed with 90,000 keys, in a small fraction of the time to parse it', async () => {
    const body = unknown(KEYS_OF_A_BODY);
    const response: ApiResponse = await new Actor(stage.url, null).post('/auth/login', body, 422);
    assert.equal(response.at('detail.truncated'), true);
    assert.ok(response.text.length < 1_000);
  });
});

function richText(content: unknown): object {
  return { content_type_id: 'article', fields: { body: { type: 'doc', content } } };
}
