/** What the log shows, and above all what it never shows. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify, { LogController } from 'fastify';
import type { Api } from './api.ts';
import { createLogger, logRequests } from './logger.ts';

function logging(format: 'json' | 'pretty', level: 'info' | 'debug' = 'info') {
  const lines: string[] = [];
  return { lines, log: createLogger({ level, format }, {}, { write: (line) => lines.push(line) }) };
}

const SECRETS = {
  request: { headers: { authorization: 'Bearer aaa-secret', cookie: 'sid=bbb-secret', 'X-Api-Key': 'ccc-secret' } },
  password: 'ddd-"secret',
  new_password: 'eee-secret',
  nested: [{ refresh_token: 'fff-secret', tokens: 3 }],
  url: '/x?access_token=ggg-secret&limit=1',
  text: 'sent cms_mgm_hhhsecret and eyJhbGciOiJIUzI1NiJ9.iiisecret.jjjsecret to postgres://ann:kkk-secret@db/x',
};

for (const format of ['json', 'pretty'] as const) {
  test(`no secret gets into a line of format ${format}`, () => {
    const { lines, log } = logging(format);
    log.info(SECRETS, 'Authorization: Bearer lll-secret');
    const [line = ''] = lines;
    assert.doesNotMatch(line, /[a-l]{3}-?"?\\?"?secret/);
    for (const kept of ['limit=1', 'ann', 'db/x', 'nested']) assert.ok(line.includes(kept), `${kept} in ${line}`);
  });
}

test('errors are logged with cause and stack, without what a driver adds to them', () => {
  const { lines, log } = logging('json');
  const cause = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (email)=(ann@example.com)' });
  log.error({ err: new Error('No commit', { cause }) }, 'A write failed');
  const { err, level, msg, time } = JSON.parse(lines[0] ?? '');
  assert.deepEqual([level, msg, err.message, err.cause.code], ['error', 'A write failed', 'No commit', '23505']);
  assert.match(time, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  assert.ok(err.stack.includes('logger.test.ts'));
  assert.doesNotMatch(lines.join(), /ann@example/);
});

test('a line for people is one line, and stacks follow it', () => {
  const { lines, log } = logging('pretty');
  log.warn({ port: 4000, name: 'two words' }, 'Listening');
  assert.match(lines[0] ?? '', /^\d\d:\d\d:\d\d\.\d{3} WARN {2}Listening port=4000 name="two words"\n$/);
  log.error({ err: new Error('Broken', { cause: new Error('First') }) }, 'Failed');
  assert.match(lines[1] ?? '', /ERROR Failed\n {2}Error: Broken\n {6}at .*caused by:\n {2}Error: First/s);
});

test('requests are logged by the pattern of their route, with id and status, at the level of their plane', async () => {
  const { lines, log } = logging('json');
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: () => 'req_1',
  });
  logRequests(app as unknown as Api, 'info');
  app.get('/entries/:id', () => ({}));
  app.register(async (quiet) => {
    logRequests(quiet as unknown as Api, 'debug');
  });
  await app.inject('/entries/private?email=ann@example.com');
  await app.inject('/nowhere/private');
  await app.close();
  const [found, missing] = lines.map((line) => JSON.parse(line));
  assert.deepEqual([found.method, found.route, found.status, found.request_id], ['GET', '/entries/:id', 200, 'req_1']);
  assert.equal(typeof found.duration_ms, 'number');
  assert.deepEqual([missing.route, missing.status], ['404', 404]);
  assert.equal(lines.length, 2);
  assert.doesNotMatch(lines.join(), /private|ann@/);
});
