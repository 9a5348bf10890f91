/**
 * Whatever the environment holds, the service either gets a complete configuration or reports everything wrong with it.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { readClientConfig, readConfig } from './config.ts';
import { ConfigurationError } from './configuration-error.ts';
import type { Environment } from './read-variables.ts';
import { configurationReference } from './reference.ts';

const SECRET = 'a-secret-of-thirty-two-characters-or-more';
const VERSIONS = { sqlite: '3.53.4' };
const MEMORY = { constrained: 0, total: 8 * 1024 ** 3 };

function problemsOf(environment: Environment, versions = VERSIONS): readonly string[] {
  try {
    readConfig(environment, { versions, refusesUnknown: true });
    return [];
  } catch (error) {
    assert.ok(error instanceof ConfigurationError);
    return error.problems;
  }
}

test('an empty environment starts the embedded shape on the defaults', () => {
  const config = readConfig({}, { versions: VERSIONS, memory: MEMORY, processes: 2 });
  assert.deepEqual(JSON.parse(JSON.stringify(config)), {
    host: '127.0.0.1',
    port: 4000,
    diskReserveBytes: 33_554_432,
    healthPort: null,
    publicUrl: null,
    dataDir: resolve('data'),
    database: { kind: 'sqlite', folder: resolve('data') },
    storage: { kind: 'folder', folder: resolve('data', 'storage') },
    mail: { kind: 'files', folder: resolve('data', 'mail') },
    uploadFolder: resolve('data', 'uploads'),
    uploadBytesMax: 100 * 1_048_576,
    importBytesMax: 2_048 * 1_048_576,
    trustedProxies: [],
    connectionsPerAddress: 256,
    liveConnections: 10_000,
    serveStaleMs: 60_000,
    signup: 'open',
    indexMemoryBytes: 512 * 1024 * 1024,
    cacheMemoryBytes: 24 * 1024 * 1024,
    cdn: 'none',
    log: { level: 'info', format: 'json' },
    slowMs: 1_000,
    versionsKept: 100,
    historyFilesMs: 90 * 86_400_000,
    scheduleGraceMs: 86_400_000,
    auditDays: 400,
    webhookAllow: [],
    ssoAllow: [],
    images: { pixelsMax: 100_000_000, memoryBytes: 230 * 1_048_576, keptBytesMax: 1024 * 1_048_576 },
    plans: { file: null, defaultPlan: 'self_hosted' },
    billing: { confirmedBy: 'operator', currency: 'usd', graceDays: 14, stripe: null },
    ai: null,
    backup: { folder: null, postgresTools: null },
    tracing: null,
    studio: true,
    secrets: '[secret]',
  });
  assert.equal(config.secrets.secret, null);
});

test('every variable ends up in its setting', () => {
  const config = readConfig(
    {
      PORT: '0',
      HOST: '0.0.0.0',
      LECTERN_DATA_DIR: '/srv/lectern',
      LECTERN_DATABASE_URL: 'postgres://lectern:word@db:5432/content',
      LECTERN_PUBLIC_URL: 'https://content.example.com/',
      LECTERN_TRUSTED_PROXIES: '10.0.0.0/8, ::1',
      LECTERN_CONNECTIONS_PER_ADDRESS: '64',
      LECTERN_SERVE_STALE: '5',
      LECTERN_DATABASE_READ_URL: 'postgres://lectern:word@one/content, postgres://lectern:word@two/content',
      LECTERN_WEBHOOK_ALLOW: '127.0.0.1,fd00::/8',
      LECTERN_SSO_ALLOW: '10.1.0.0/16',
      LECTERN_SIGNUP: 'invite',
      LECTERN_SECRET: SECRET,
      LECTERN_SMTP_URL: 'smtps://mailer:p%40ss@mail.example.com:465',
      LECTERN_MAIL_FROM: 'Lectern <lectern@example.com>',
      LECTERN_AI_PROVIDER: 'openai-compatible',
      LECTERN_AI_MODEL: 'qwen3:8b',
      LECTERN_AI_API_KEY: 'sk-local',
      LECTERN_AI_BASE_URL: 'http://127.0.0.1:11434/v1/',
      LECTERN_INDEX_MEMORY: '16',
      LECTERN_CACHE_MEMORY: '8',
      LECTERN_CDN: 'shared',
      LECTERN_LOG_LEVEL: 'debug',
      LECTERN_LOG_FORMAT: 'pretty',
      LECTERN_SLOW_MS: '0',
      LECTERN_METRICS_TOKEN: 'metrics',
      LECTERN_HEALTH_PORT: '9100',
      LECTERN_VERSIONS_KEPT: '3',
      LECTERN_HISTORY_FILES: '30',
      LECTERN_SCHEDULE_GRACE: '2',
      LECTERN_AUDIT_DAYS: '30',
      LECTERN_ALLOW_UNSAFE_DURABILITY: 'true',
    },
    { versions: VERSIONS },
  );
  assert.deepEqual([config.port, config.healthPort], [0, 9_100]);
  assert.equal(config.publicUrl, 'https://content.example.com');
  assert.deepEqual(config.trustedProxies, ['10.0.0.0/8', '::1']);
  assert.equal(config.connectionsPerAddress, 64);
  assert.deepEqual([config.serveStaleMs, config.slowMs], [5_000, 0]);
  assert.deepEqual(config.webhookAllow, ['127.0.0.1', 'fd00::/8']);
  assert.deepEqual(config.ssoAllow, ['10.1.0.0/16']);
  assert.equal(config.database.kind === 'postgres' && config.database.url, 'postgres://lectern:word@db:5432/content');
  assert.equal(config.database.kind === 'postgres' && config.database.unsafeDurability, true);
  assert.deepEqual(config.database.kind === 'postgres' && config.database.readUrls, [
    'postgres://lectern:word@one/content',
    'postgres://lectern:word@two/content',
  ]);
  assert.deepEqual([config.secrets.secret, config.secrets.metricsToken], [SECRET, 'metrics']);
  assert.deepEqual([config.signup, config.indexMemoryBytes, config.versionsKept], ['invite', 16 * 1024 * 1024, 3]);
  assert.deepEqual([config.historyFilesMs, config.scheduleGraceMs], [30 * 86_400_000, 7_200_000]);
  assert.deepEqual([config.cacheMemoryBytes, config.cdn], [8 * 1024 * 1024, 'shared']);
  assert.deepEqual(
    [config.ai?.provider, config.ai?.model, config.ai?.apiKey, config.ai?.baseUrl],
    ['openai-compatible', 'qwen3:8b', 'sk-local', 'http://127.0.0.1:11434/v1'],
  );
  assert.ok(config.mail.kind === 'smtp');
  assert.equal(config.mail.url, 'smtps://mailer:p%40ss@mail.example.com:465');
  assert.deepEqual(config.mail.from, { name: 'Lectern', address: 'lectern@example.com' });
});

test('all problems are reported at once', () => {
  const problems = problemsOf({
    PORT: 'abc',
    LECTERN_SIGNUP: 'maybe',
    LECTERN_LOGLEVEL: 'info',
    LECTERN_DATABASE_URL: 'postgres://db/x',
  });
  assert.equal(problems.length, 4);
  assert.match(problems.join('\n'), /PORT is not valid: give a whole number from 0 to 65535\./);
  assert.match(problems.join('\n'), /did you mean LECTERN_LOG_LEVEL\?/);
  assert.match(problems.join('\n'), /LECTERN_SECRET is missing/);
});

test('the second port has to be another one', () => {
  assert.match(problemsOf({ LECTERN_HEALTH_PORT: '4000' }).join(), /LECTERN_HEALTH_PORT is the same as PORT/);
  assert.deepEqual(problemsOf({ PORT: '0', LECTERN_HEALTH_PORT: '0' }), []);
});

const misspelt: Record<string, string | undefined> = {
  LECTERN_PORT: 'PORT',
  LECTERN_HOST: 'HOST',
  LECTERN_LOGLEVEL: 'LECTERN_LOG_LEVEL',
  LECTERN_DATADIR: 'LECTERN_DATA_DIR',
  LECTERN_BUCKET: 'LECTERN_S3_BUCKET',
  LECTERN_MEMORY: undefined,
  LECTERN_MAIL_URL: undefined,
};

for (const [name, meant] of Object.entries(misspelt)) {
  test(`${name} is refused, and ${meant ?? 'nothing'} suggested`, () => {
    const expected = meant === undefined ? 'remove it, or see ' : `did you mean ${meant}?`;
    const problems = problemsOf({ [name]: '1' });
    assert.equal(problems.length, 1);
    assert.ok(problems[0]?.includes(`${name} is not a variable that Lectern knows; ${expected}`), problems.join());
  });
}

test('a command passes by variables that it does not know', () => {
  readConfig({ LECTERN_SPACE: 'spc_1' }, { versions: VERSIONS });
});

const wrongValues: Record<string, string[]> = {
  PORT: ['-1', '65536', '4000x', '1e3', '0x10', '٣'],
  HOST: ['a b', 'http://localhost', 'localhost:4000'],
  LECTERN_DATABASE_URL: [
    'mysql://db/x',
    'postgres://host',
    'nonsense',
    'postgres://user:a%2Cb@one:5432,two:5432/content?target_session_attrs=read-write',
    'postgres://one,two/content',
    'postgres://one/content?host=one,two',
  ],
  LECTERN_PUBLIC_URL: [
    'content.example.com',
    'ftp://x.example',
    'https://u:p@x.example',
    'https://x.example/?a',
    'https://x.example/#a',
  ],
  LECTERN_TRUSTED_PROXIES: ['0.0.0.0/0', '::/0', '10.0.0.0/33', 'all', '10.0.0.1,,', '10.0.0.0/8/8', '2'],
  LECTERN_CONNECTIONS_PER_ADDRESS: ['0', '1.5', 'all'],
  LECTERN_SERVE_STALE: ['-1', '1.5', '86401', 'off'],
  LECTERN_SIGNUP: ['OPEN'],
  LECTERN_SECRET: ['short'],
  LECTERN_SMTP_URL: [
    'mail.example.com',
    'https://mail.example.com',
    'smtp://',
    'smtp://user@mail.example.com',
    'smtp://user:%ff@mail.example.com',
    'smtps://mail.example.com/inbox',
    'smtps://mail.example.com?tls=no',
  ],
  LECTERN_MAIL_FROM: ['Lectern', 'Lectern <lectern>', 'a@example.com, b@example.com', 'A\nB <a@example.com>'],
  LECTERN_AI_PROVIDER: ['ollama', 'OpenAI'],
  LECTERN_AI_MODEL: ['two words'],
  LECTERN_AI_API_KEY: ['two words', 'é'],
  LECTERN_AI_BASE_URL: ['127.0.0.1:11434', 'http://user:word@127.0.0.1/v1'],
  LECTERN_INDEX_MEMORY: ['0', '1.5'],
  LECTERN_CACHE_MEMORY: ['0', 'much'],
  LECTERN_CDN: ['yes', 'private'],
  LECTERN_LOG_LEVEL: ['verbose'],
  LECTERN_LOG_FORMAT: ['xml'],
  LECTERN_SLOW_MS: ['-1', '0.5', '3600001', 'never'],
  LECTERN_METRICS_TOKEN: ['two words', 'é'],
  LECTERN_DATABASE_CONNECTIONS: ['3', 'many'],
  LECTERN_DATABASE_READ_URL: ['db:5432', 'postgres://db/x,', 'postgres://db/x,mysql://db/x'],
  LECTERN_VERSIONS_KEPT: ['-1'],
  LECTERN_HISTORY_FILES: ['-1', '0.5', '36501', 'ever'],
  LECTERN_SCHEDULE_GRACE: ['-1', '0.5', '9000', 'a day'],
  LECTERN_AUDIT_DAYS: ['0', 'all'],
  LECTERN_ALLOW_UNSAFE_DURABILITY: ['yes', '1'],
};

/** What a variable is refused without. */
const NEEDED: Record<string, Environment> = {
  LECTERN_DATABASE_URL: { LECTERN_SECRET: SECRET },
  LECTERN_DATABASE_READ_URL: { LECTERN_SECRET: SECRET, LECTERN_DATABASE_URL: 'postgres://db/x' },
  LECTERN_SMTP_URL: { LECTERN_MAIL_FROM: 'lectern@example.com' },
  LECTERN_MAIL_FROM: { LECTERN_SMTP_URL: 'smtp://mail.example.com' },
  LECTERN_AI_PROVIDER: { LECTERN_AI_MODEL: 'm', LECTERN_AI_API_KEY: 'k' },
  LECTERN_AI_MODEL: { LECTERN_AI_PROVIDER: 'openai', LECTERN_AI_API_KEY: 'k' },
  LECTERN_AI_API_KEY: { LECTERN_AI_PROVIDER: 'openai', LECTERN_AI_MODEL: 'm' },
  LECTERN_AI_BASE_URL: { LECTERN_AI_PROVIDER: 'openai-compatible', LECTERN_AI_MODEL: 'm' },
};

for (const [name, values] of Object.entries(wrongValues)) {
  test(`${name} rejects invalid values without repeating them`, () => {
    for (const value of values) {
      const problems = problemsOf({ ...NEEDED[name], [name]: value });
      assert.equal(problems.length, 1, `${name}=${value}`);
      assert.ok(problems[0]?.startsWith(`${name} is not valid: give `), problems.join());
    }
  });
}

test('an empty value counts as not set', () => {
  assert.deepEqual(problemsOf({ PORT: '', LECTERN_DATABASE_URL: ' ', LECTERN_SECRET: '' }), []);
});

test('read replicas are those of a PostgreSQL database', () => {
  const replicas = { LECTERN_DATABASE_READ_URL: 'postgres://replica/x' };
  assert.match(problemsOf(replicas).join(), /^LECTERN_DATABASE_URL is missing.*SQLite has none/);
});

test('an SMTP server and a sender belong together', () => {
  const server = { LECTERN_SMTP_URL: 'smtp://mail.example.com:587' };
  assert.match(problemsOf(server).join(), /^LECTERN_MAIL_FROM is missing/);
  const sender = { LECTERN_MAIL_FROM: 'lectern@example.com' };
  assert.match(problemsOf(sender).join(), /^LECTERN_SMTP_URL is missing/);
  assert.deepEqual(problemsOf({ ...server, ...sender }), []);
});

test('the settings of AI belong together, and each provider needs its own', () => {
  const [provider, model, key, url] = ['PROVIDER', 'MODEL', 'API_KEY', 'BASE_URL'].map((name) => `LECTERN_AI_${name}`);
  assert.ok(provider !== undefined && model !== undefined && key !== undefined && url !== undefined);
  for (const name of [model, key, url])
    assert.match(
      problemsOf({ [name]: 'http://x.example' }).join(),
      /^LECTERN_AI_PROVIDER is missing.*remove LECTERN_AI_/,
    );
  for (const name of ['openai', 'anthropic', 'google']) {
    const settings: Environment = { [provider]: name, [model]: 'm', [key]: 'k' };
    assert.deepEqual(problemsOf(settings), []);
    assert.match(problemsOf({ ...settings, [key]: '' }).join(), /^LECTERN_AI_API_KEY is missing/);
    assert.match(problemsOf({ ...settings, [model]: '' }).join(), /^LECTERN_AI_MODEL is missing/);
  }
  const local = { [provider]: 'openai-compatible', [model]: 'm', [url]: 'http://127.0.0.1:1/v1' };
  assert.deepEqual(problemsOf(local), []);
  assert.match(problemsOf({ ...local, [url]: '' }).join(), /^LECTERN_AI_BASE_URL is missing/);
});

test('the settings of Stripe belong together, and with them nobody confirms orders', () => {
  const key = { LECTERN_STRIPE_SECRET_KEY: 'sk_test_1' };
  const secret = { LECTERN_STRIPE_WEBHOOK_SECRET: 'whsec_1' };
  const base = { LECTERN_STRIPE_API_BASE: 'http://127.0.0.1:12111' };
  assert.match(problemsOf(key).join(), /^LECTERN_STRIPE_WEBHOOK_SECRET is missing/);
  for (const alone of [secret, base])
    assert.match(problemsOf(alone).join(), /^LECTERN_STRIPE_SECRET_KEY is missing.*remove LECTERN_STRIPE_/);
  assert.deepEqual(problemsOf({ ...key, ...secret, ...base }), []);
  const path = { LECTERN_STRIPE_API_BASE: 'https://proxy.example.com/stripe' };
  assert.match(problemsOf({ ...key, ...secret, ...path }).join(), /^LECTERN_STRIPE_API_BASE is not valid/);
  assert.match(problemsOf({ ...key, ...secret, LECTERN_BILLING: 'open' }).join(), /^LECTERN_BILLING has no effect/);
});

test('prices are in a currency that has cents', () => {
  const of = (code: string) => problemsOf({ LECTERN_BILLING_CURRENCY: code });
  for (const code of ['usd', 'EUR', 'gbp', 'chf']) assert.deepEqual(of(code), [], code);
  for (const code of ['jpy', 'kwd', 'isk', 'mga', 'xyz', 'dollar', 'us'])
    assert.match(of(code).join(), /^LECTERN_BILLING_CURRENCY is not valid/, code);
});

test('secrets and the passwords of the database and of the mail server never appear in a log', () => {
  const config = readConfig(
    {
      LECTERN_SECRET: SECRET,
      LECTERN_METRICS_TOKEN: 'm-token',
      LECTERN_DATABASE_URL: 'postgres://u:password@db/x',
      LECTERN_SMTP_URL: 'smtp://u:pass-phrase@mail.example.com',
      LECTERN_MAIL_FROM: 'lectern@example.com',
      LECTERN_AI_PROVIDER: 'openai',
      LECTERN_AI_MODEL: 'm',
      LECTERN_AI_API_KEY: 'sk-secret',
      LECTERN_STRIPE_SECRET_KEY: 'sk_live_secret',
      LECTERN_STRIPE_WEBHOOK_SECRET: 'whsec_secret',
    },
    { versions: VERSIONS },
  );
  const client = readClientConfig({ LECTERN_TOKEN: 'cms_mgm_x' });
  const logged = [
    JSON.stringify({ config, client }),
    inspect({ config, client }, { depth: 9 }),
    String(config.secrets),
  ].join();
  for (const secret of [
    SECRET,
    'm-token',
    'password',
    'pass-phrase',
    'sk-secret',
    'sk_live_secret',
    'whsec_secret',
    'cms_mgm_x',
  ])
    assert.ok(!logged.includes(secret), secret);
  assert.equal(client.secrets.token, 'cms_mgm_x');
});

test('an SQLite that is too old is rejected with a message', () => {
  for (const sqlite of ['3.51.2', '3.9.9', '2.99.99'])
    assert.match(problemsOf({}, { sqlite }).join(), /^SQLite .* in this Node is too old/, sqlite);
  for (const sqlite of ['3.51.3', '3.52.0', '4.0.0']) assert.deepEqual(problemsOf({}, { sqlite }), [], sqlite);
});

test('the reference page is generated from the table', () => {
  const page = new URL('../../../../../docs/reference/configuration.md', import.meta.url);
  assert.equal(readFileSync(page, 'utf8'), configurationReference(), 'Run `node scripts/write-reference.ts`.');
});
