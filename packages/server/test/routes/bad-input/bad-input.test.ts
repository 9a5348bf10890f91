/**
 * Bad input, one case per line: each gets the right 4xx, with exactly one key `detail`, with a code and a sentence that
 * says what to do. Nothing here may ever cause a 5xx. A new message that only says what is wrong belongs into a table.
 */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type ApiResponse, send } from '../../../../testing/src/client.ts';
import { addTypes, createEntry, given, magazine, publishNew, type Scene } from '../../../../testing/src/given.ts';
import { onEachEngine } from '../../../../testing/src/on-each-engine.ts';
import { badBodies } from './bodies.ts';
import { type Case, STATUSES } from './case.ts';
import { badModels } from './models.ts';
import { badQueries } from './queries.ts';
import { badPaths, badRequests, badTokens } from './requests.ts';
import { sendBytes } from './send-bytes.ts';
import { badValues } from './values.ts';

const tables = {
  requests: badRequests,
  bodies: badBodies,
  values: badValues,
  queries: badQueries,
  paths: badPaths,
  models: badModels,
  tokens: badTokens,
};
const CASES_MIN = 260;

it(`the tables have ${CASES_MIN} cases or more, each once`, () => {
  const titles = Object.values(tables).flatMap((cases) => cases.map(({ title }) => title));
  assert.ok(titles.length >= CASES_MIN, String(titles.length));
  assert.deepEqual(
    titles.filter((title, at) => titles.indexOf(title) !== at),
    [],
  );
});

onEachEngine('bad input', (stage) => {
  let scene: Scene;
  let places: Readonly<Record<string, string>>;
  before(async () => {
    scene = await given(stage.url);
    places = await makePlaces(scene);
  });

  for (const [title, cases] of Object.entries(tables)) {
    describe(title, () => {
      for (const one of cases)
        it(`${one.title}: ${one.codes.join(' or ')}`, async () =>
          assertRefused(await ask(scene, places, one), one, places));
    });
  }

  it('publishing links to drafts is accepted, with a warning for each until they are published', async () => {
    const { owner, base } = scene;
    const create = (key: string, fields: Record<string, unknown>) =>
      createEntry(owner, base, { content_type_id: key === 'jo' ? 'author' : 'article', key, fields });
    const author = await create('jo', { name: 'Jo' });
    const self = await create('self', { title: 'Self', author: 'jo', related: ['self', 'later'] });
    await create('later', { title: 'Later' });
    const first = await owner.post(`/entries/${self}/publish`, undefined, 200);
    assert.deepEqual(first.at('warnings'), [
      { path: 'fields.author.en-US', rule: 'unpublished', message: unpublished('jo') },
      { path: 'fields.related.en-US.1', rule: 'unpublished', message: unpublished('later') },
    ]);
    await owner.post(`/entries/${author}/publish`, undefined, 200);
    const again = await owner.post(`${base}/entries/self/publish`, undefined, 200);
    assert.deepEqual(again.each('warnings', 'path'), ['fields.related.en-US.1']);
    const last = await owner.post(`${base}/entries/later/publish`, undefined, 200);
    assert.deepEqual(last.at('warnings'), []);
  });

  it('broken HTTP gets a response or a closed connection, and harms nobody', async () => {
    const broken = [
      'GET / HTTP/9.9\r\n\r\n',
      'GARBAGE\r\n\r\n',
      'POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      'POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n',
      'POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      `GET / HTTP/1.1\r\nHost: x\r\n${'x-many: 1\r\n'.repeat(3_000)}\r\n`,
      'GET /spaces HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\nConnection: close\r\n\r\n',
    ];
    for (const bytes of broken) {
      const response = await sendBytes(stage.url, bytes);
      assert.match(response, /^(HTTP\/1\.1 4\d\d |$)/, bytes.slice(0, 60));
      const body = response.split('\r\n\r\n')[1] ?? '';
      if (body !== '') assert.deepEqual(Object.keys(JSON.parse(body)), ['detail'], response);
    }
    await scene.owner.get('/auth/me', 200);
  });
});

/** Makes what the tables name in braces. */
async function makePlaces(scene: Scene): Promise<Record<string, string>> {
  const { owner, space, base, read, spaceId, member } = scene;
  await owner.post(`${space}/locales`, { code: 'de' }, 201);
  await addTypes(scene, magazine);
  const create = (type: string, fields: Record<string, unknown>) =>
    createEntry(owner, base, { content_type_id: type, fields });
  return {
    space,
    base,
    read,
    spaceId,
    other: (await given(scene.url)).read,
    email: member.email,
    entry: await publishNew(owner, base, { content_type_id: 'author', key: 'known', fields: { name: 'Ada' } }),
    draft: await create('article', { title: 'Draft' }),
    dangling: await create('article', { title: 'Dangling', author: 'nobody' }),
    unnamed: await create('author', { city: 'Husum' }),
  };
}

function ask(scene: Scene, places: Readonly<Record<string, string>>, one: Case): Promise<ApiResponse> {
  const { by, method = 'POST', path = '{base}/entries', body, raw, headers = {} } = one;
  const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => places[name] ?? whole);
  const sender = by ?? (path.startsWith('{read}') ? 'delivery' : 'owner');
  const token = sender === 'nobody' ? null : scene[sender].token;
  const filled = body === undefined ? undefined : JSON.parse(fill(JSON.stringify(body)));
  return send(scene.url, method, fill(path), { token, headers, body: filled, ...(raw === undefined ? {} : { raw }) });
}

function assertRefused(
  response: ApiResponse,
  { codes, words, raw }: Case,
  { spaceId = '' }: Record<string, string>,
): void {
  const code = codes.find((right) => right === response.at('detail.code'));
  assert.ok(code !== undefined, `expected ${codes.join(' or ')}: ${response}`);
  assert.equal(response.status, STATUSES[code], String(response));
  assert.deepEqual(Object.keys(response.json ?? {}), ['detail']);
  assert.match(response.string('detail.message'), /^\S.{10,}[.!?)]$/s, 'a message is a sentence');
  assert.match(String(response.headers['content-type']), /^application\/json/);
  if (code === 'unauthenticated') assert.match(String(response.headers['www-authenticate']), /^Bearer/);
  if (code === 'validation_failed') assert.ok(response.list('detail.errors').length > 0);
  const messages = messagesOf(response);
  for (const message of messages) {
    assert.match(message, /^[A-Z"].*[.?)]$/s);
    const leaked = ['undefined', '[object', 'NaN'].filter((text) => message.includes(text));
    assert.deepEqual(
      leaked.filter((text) => raw?.includes(text) !== true),
      [],
      message,
    );
  }
  if (typeof words === 'string') assert.ok(response.text.includes(words), `${words} is not in ${response}`);
  if (words instanceof RegExp) {
    const pattern = new RegExp(words.source.replaceAll('\\{spaceId\\}', spaceId));
    assert.ok(
      messages.some((message) => pattern.test(message)),
      `${pattern} is not in: ${messages.join('\n')}`,
    );
  }
}

function messagesOf(response: ApiResponse): string[] {
  const errors = response.at('detail.errors') === undefined ? [] : response.each('detail.errors', 'message');
  return [response.string('detail.message'), ...errors.map(String)];
}

function unpublished(key: string): string {
  return `Publish the entry "${key}" too; until then, delivery leaves it out of includes.`;
}
