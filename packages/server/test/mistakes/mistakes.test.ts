/**
 * The mistakes that newcomers make, each with the status and code of its response, and with a message that says how to
 * mend it. A new message that only says what is wrong belongs into one of the tables.
 */
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { type ApiResponse, send } from '../client.ts';
import { createEntry, makeMagazine, makeScene, publishNew, type Scene } from '../scene.ts';
import { onEachEngine } from '../stage.ts';
import type { Mistake } from './mistake.ts';
import { modellingMistakes } from './modelling.ts';
import { readingMistakes } from './reading.ts';
import { requestMistakes } from './requesting.ts';
import { writingMistakes } from './writing.ts';

const mistakes = [...requestMistakes, ...modellingMistakes, ...writingMistakes, ...readingMistakes];
const MISTAKES_MIN = 40;

/** A scene, and what the tables name in braces. */
interface Ground {
  readonly scene: Scene;
  readonly places: Readonly<Record<string, string>>;
}

async function makeGround(url: string): Promise<Ground> {
  const scene = await makeScene(url);
  await scene.owner.post(`${scene.space}/locales`, { code: 'de' }, 201);
  await makeMagazine(scene);
  const other = await makeScene(url);
  const create = (type: string, fields: Record<string, unknown>) =>
    createEntry(scene.owner, scene.base, { content_type_id: type, fields });
  const { space, base, read, spaceId } = scene;
  const places = {
    space,
    base,
    read,
    spaceId,
    other: other.read,
    email: scene.member.email,
    draft: await create('article', { title: 'Draft' }),
    dangling: await create('article', { title: 'Dangling', author: 'nobody' }),
    unnamed: await create('author', { city: 'Husum' }),
  };
  await publishNew(scene.owner, base, { content_type_id: 'author', fields: { name: 'Ada' } });
  return { scene, places };
}

function filled<Value>(value: Value, places: Ground['places']): Value {
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) return value;
  return JSON.parse(text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => places[name] ?? whole));
}

async function make(
  { by, method, path, body, raw, headers }: Mistake,
  { scene, places }: Ground,
): Promise<ApiResponse> {
  const token = by === 'nobody' ? null : scene[by].token;
  const parts = { token, body: filled(body, places), headers: headers ?? {} };
  return send(scene.url, method, filled(path, places), raw === undefined ? parts : { ...parts, raw });
}

function messagesOf(response: ApiResponse): string[] {
  const errors = response.at('detail.errors') === undefined ? [] : response.each('detail.errors', 'message');
  return [response.string('detail.message'), ...errors.map(String)];
}

it(`the tables name ${MISTAKES_MIN} mistakes or more, each once`, () => {
  assert.ok(mistakes.length >= MISTAKES_MIN, String(mistakes.length));
  assert.equal(new Set(mistakes.map(({ title }) => title)).size, mistakes.length);
});

onEachEngine('a newcomer is told how to mend', (stage) => {
  let ground: Ground;
  before(async () => {
    ground = await makeGround(stage.url);
  });

  for (const mistake of mistakes) {
    it(mistake.title, async () => {
      const response = await make(mistake, ground);
      assert.deepEqual([response.status, response.at('detail.code')], [mistake.status, mistake.code], String(response));
      const messages = messagesOf(response);
      const mend = new RegExp(mistake.mend.source.replaceAll('\\{spaceId\\}', ground.places.spaceId ?? ''));
      assert.ok(
        messages.some((message) => mend.test(message)),
        `${mend} is not in: ${messages.join('\n')}`,
      );
      for (const message of messages) {
        assert.match(message, /^[A-Z"].*[.?)]$/s);
        assert.doesNotMatch(message, /undefined|\[object|NaN/);
      }
    });
  }

  it('publishing links to drafts is accepted, with a warning for each until they are published', async () => {
    const { owner, base } = ground.scene;
    const create = (key: string, fields: Record<string, unknown>) =>
      createEntry(owner, base, { content_type_id: key === 'jo' ? 'author' : 'article', key, fields });
    const author = await create('jo', { name: 'Jo' });
    const self = await create('self', { title: 'Self', author: 'jo', related: ['self', 'later'] });
    await create('later', { title: 'Later' });
    const first = await owner.post(`/entries/${self}/publish`, undefined, 200);
    assert.deepEqual(first.at('warnings'), [
      { path: 'fields.author.en-US', rule: 'unpublished', message: unpublished('jo') },
      { path: 'fields.related.en-US', rule: 'unpublished', message: unpublished('later') },
    ]);
    await owner.post(`/entries/${author}/publish`, undefined, 200);
    const again = await owner.post(`${base}/entries/self/publish`, undefined, 200);
    assert.deepEqual(again.each('warnings', 'path'), ['fields.related.en-US']);
    const last = await owner.post(`${base}/entries/later/publish`, undefined, 200);
    assert.deepEqual(last.at('warnings'), []);
  });
});

function unpublished(key: string): string {
  return `Publish the entry "${key}" too; until then, delivery leaves it out of includes.`;
}
