/**
 * The table of routes: what is worst for each besides what is generated from its description. A route of
 * `openapi.json` without a row here fails the test. Names of path parameters are left out: `{}`.
 */
import { formOf } from '../form.ts';
import { archiveOf } from '../transfer/stage.ts';
import { type Attack, BODY_BYTES, jsonAttack } from './attack.ts';
import { heavyFields, patternedFields, type Target } from './target.ts';
import { WORST_PATTERNS, worstSubject } from './worst-patterns.ts';

export interface StallRow {
  /** Whose token is sent; the owner's session by default, on delivery routes a delivery key. */
  readonly as?: 'nobody' | 'a session of its own';
  /** It ends what it is called on, so that it is called on something made for it. */
  readonly on?: 'a space of its own';
  /** Its response is sent as it is made, so that its size is not bounded. */
  readonly streams?: boolean;
  readonly attacks?: (target: Target) => Attack[] | Promise<Attack[]>;
}

const generated: StallRow = {};
const open: StallRow = { as: 'nobody' };
const perSession: StallRow = { as: 'a session of its own' };
const perSpace: StallRow = { on: 'a space of its own' };
const typeWrites: StallRow = { attacks: costlyTypes };
const entryWrites: StallRow = { attacks: costlyEntries };
const entryActions: StallRow = { attacks: onLargeEntries };
const lists: StallRow = { attacks: costlyQueries };

export const stallRows: Readonly<Record<string, StallRow>> = {
  'GET /healthz': open,
  'GET /readyz': open,
  'GET /metrics': open,
  'GET /metrics/top': open,
  'GET /openapi.json': open,
  'GET /docs': open,
  'POST /auth/signup': open,
  'POST /auth/login': open,
  'POST /auth/refresh': open,
  'POST /auth/forgot-password': open,
  'POST /auth/reset-password': open,
  'POST /auth/verify-email': open,

  'POST /auth/sso/discover': open,
  'POST /auth/sso/exchange': open,
  'GET /accounts/{}/sso/metadata': open,

  'GET /auth/me': generated,
  'PATCH /auth/me': generated,
  'DELETE /auth/me': perSession,
  'POST /auth/me/restore': generated,
  'POST /auth/resend-verification': generated,
  'POST /auth/logout': perSession,
  'POST /auth/switch-account': perSession,
  'GET /auth/sessions': generated,
  'DELETE /auth/sessions': { as: 'nobody' },
  'GET /auth/sessions/{}': generated,
  'DELETE /auth/sessions/{}': { as: 'nobody' },

  'GET /auth/second-factor': generated,
  'POST /auth/second-factor': open,
  'POST /auth/second-factor/totp': generated,
  'DELETE /auth/second-factor/totp': generated,
  'POST /auth/second-factor/totp/confirm': generated,
  'POST /auth/second-factor/recovery-codes': generated,
  'POST /auth/passkeys/options': generated,
  'GET /auth/passkeys': generated,
  'POST /auth/passkeys': generated,
  'GET /auth/passkeys/{}': generated,
  'PATCH /auth/passkeys/{}': generated,
  'DELETE /auth/passkeys/{}': generated,
  'POST /auth/login/passkey/options': open,
  'POST /auth/login/passkey': open,

  'GET /accounts': generated,
  'GET /accounts/{}': generated,
  'PATCH /accounts/{}': generated,
  'DELETE /accounts/{}': { as: 'nobody' },
  'POST /accounts/{}/restore': generated,
  'GET /accounts/{}/members': generated,
  'GET /accounts/{}/members/{}': generated,
  'PATCH /accounts/{}/members/{}': generated,
  'DELETE /accounts/{}/members/{}': { as: 'nobody' },
  'GET /accounts/{}/invitations': generated,
  'POST /accounts/{}/invitations': generated,
  'GET /accounts/{}/invitations/{}': generated,
  'PATCH /accounts/{}/invitations/{}': generated,
  'DELETE /accounts/{}/invitations/{}': generated,
  'POST /accounts/{}/invitations/{}/resend': generated,
  'GET /accounts/{}/scim-tokens': generated,
  'POST /accounts/{}/scim-tokens': generated,
  'GET /accounts/{}/scim-tokens/{}': generated,
  'DELETE /accounts/{}/scim-tokens/{}': generated,
  'GET /accounts/{}/scim-groups': generated,
  'GET /accounts/{}/scim-groups/{}': generated,
  'PATCH /accounts/{}/scim-groups/{}': generated,
  'POST /invitations/accept': generated,
  'GET /accounts/{}/audit': generated,

  'GET /billing/plans': generated,
  'GET /billing/subscription': generated,
  'POST /billing/checkout': generated,

  'GET /accounts/{}/sso': generated,
  'POST /accounts/{}/sso': generated,
  'PATCH /accounts/{}/sso': generated,
  'DELETE /accounts/{}/sso': generated,
  'GET /accounts/{}/sso/domains': generated,
  'POST /accounts/{}/sso/domains': generated,
  'GET /accounts/{}/sso/domains/{}': generated,
  'POST /accounts/{}/sso/domains/{}/verify': generated,
  'DELETE /accounts/{}/sso/domains/{}': generated,

  'GET /spaces': generated,
  'POST /spaces': generated,
  'GET /spaces/{}': generated,
  'PATCH /spaces/{}': generated,
  'DELETE /spaces/{}': perSpace,

  'GET /spaces/{}/environments': generated,
  'POST /spaces/{}/environments': generated,
  'GET /spaces/{}/environments/{}': generated,
  'POST /spaces/{}/environments/{}/clone': generated,
  'GET /spaces/{}/environments/{}/compare': generated,
  'GET /spaces/{}/environments/{}/merges': generated,
  'POST /spaces/{}/environments/{}/merges': generated,
  'GET /spaces/{}/environments/{}/merges/{}': generated,
  'POST /spaces/{}/environments/{}/merges/{}/undo': generated,
  'DELETE /spaces/{}/environments/{}': perSpace,
  'GET /spaces/{}/environment-aliases': generated,
  'GET /spaces/{}/environment-aliases/{}': generated,
  'PUT /spaces/{}/environment-aliases/{}': generated,
  'DELETE /spaces/{}/environment-aliases/{}': perSpace,

  'GET /spaces/{}/locales': generated,
  'POST /spaces/{}/locales': generated,
  'GET /spaces/{}/locales/{}': generated,
  'PATCH /spaces/{}/locales/{}': generated,
  'DELETE /spaces/{}/locales/{}': perSpace,

  'GET /spaces/{}/api-keys': generated,
  'POST /spaces/{}/api-keys': generated,
  'GET /spaces/{}/api-keys/{}': generated,
  'PATCH /spaces/{}/api-keys/{}': generated,
  'DELETE /spaces/{}/api-keys/{}': perSpace,
  'POST /spaces/{}/api-keys/{}/rotate': generated,

  'GET /spaces/{}/views': generated,
  'POST /spaces/{}/views': generated,
  'GET /spaces/{}/views/{}': generated,
  'PATCH /spaces/{}/views/{}': generated,
  'DELETE /spaces/{}/views/{}': perSpace,
  'GET /spaces/{}/webhooks': generated,
  'POST /spaces/{}/webhooks': generated,
  'GET /spaces/{}/webhooks/{}': generated,
  'PATCH /spaces/{}/webhooks/{}': generated,
  'DELETE /spaces/{}/webhooks/{}': perSpace,
  'POST /spaces/{}/webhooks/{}/test': generated,
  'GET /spaces/{}/webhooks/{}/deliveries': generated,
  'GET /spaces/{}/webhooks/{}/deliveries/{}': generated,
  'POST /spaces/{}/webhooks/{}/deliveries/{}/redeliver': generated,
  'POST /spaces/{}/webhooks/{}/rotate-secret': generated,
  'POST /spaces/{}/webhooks/{}/rotate-secret/promote': generated,

  'GET /spaces/{}/environments/{}/content-types': generated,
  'POST /spaces/{}/environments/{}/content-types': typeWrites,
  'GET /spaces/{}/environments/{}/content-types/{}': generated,
  'PUT /spaces/{}/environments/{}/content-types/{}': generated,
  'PATCH /spaces/{}/environments/{}/content-types/{}': generated,
  'DELETE /spaces/{}/environments/{}/content-types/{}': perSpace,
  'DELETE /spaces/{}/environments/{}/content-types/{}/hidden-fields/{}': perSpace,
  'GET /content-types/{}': generated,
  'PATCH /content-types/{}': generated,
  'DELETE /content-types/{}': perSpace,
  'DELETE /content-types/{}/hidden-fields/{}': perSpace,

  'GET /spaces/{}/environments/{}/entries': lists,
  'POST /spaces/{}/environments/{}/entries': entryWrites,
  'PUT /spaces/{}/environments/{}/entries/{}': entryWrites,
  'GET /spaces/{}/environments/{}/entries/{}': entryActions,
  'PATCH /spaces/{}/environments/{}/entries/{}': generated,
  'DELETE /spaces/{}/environments/{}/entries/{}': perSpace,
  'POST /spaces/{}/environments/{}/entries/{}/publish': entryActions,
  'POST /spaces/{}/environments/{}/entries/{}/unpublish': entryActions,
  'POST /spaces/{}/environments/{}/entries/{}/archive': entryActions,
  'POST /spaces/{}/environments/{}/entries/{}/unarchive': entryActions,
  'POST /spaces/{}/environments/{}/entries/bulk': { attacks: bulks },
  'POST /spaces/{}/environments/{}/publish-plan': generated,
  'POST /spaces/{}/environments/{}/import': { attacks: imports, streams: true },
  'GET /spaces/{}/exports': generated,
  'POST /spaces/{}/exports': generated,
  'GET /spaces/{}/exports/{}': generated,
  'DELETE /spaces/{}/exports/{}': perSpace,
  'GET /spaces/{}/exports/{}/file': { streams: true },
  'GET /spaces/{}/imports': generated,
  'POST /spaces/{}/imports': { attacks: archives },
  'GET /spaces/{}/imports/{}': generated,
  'DELETE /spaces/{}/imports/{}': generated,
  'POST /ai/generate': generated,
  'POST /ai/rewrite': { attacks: longTexts },
  'POST /ai/translate-fields': { attacks: costlyTranslations },
  'POST /ai/summarize': { attacks: longTexts },
  'POST /ai/seo': { attacks: largeEntries },
  'POST /ai/alt-text': generated,

  'GET /entries/{}': generated,
  'PATCH /entries/{}': generated,
  'DELETE /entries/{}': perSpace,
  'POST /entries/{}/publish': generated,
  'POST /entries/{}/unpublish': generated,
  'POST /entries/{}/archive': generated,
  'POST /entries/{}/unarchive': generated,
  'GET /entries/{}/references': generated,
  'GET /entries/{}/preview': generated,
  'GET /entries/{}/versions': generated,
  'GET /entries/{}/versions/{}': generated,
  'GET /entries/{}/versions/{}/diff': generated,
  'POST /entries/{}/versions/{}/restore': generated,

  'GET /spaces/{}/environments/{}/media': lists,
  'POST /spaces/{}/environments/{}/media': { attacks: uploads },
  'GET /media/{}': generated,
  'PATCH /media/{}': generated,
  'DELETE /media/{}': perSpace,
  'GET /media/{}/references': generated,
  'GET /assets/{}/{}/{}': { as: 'nobody' },

  'GET /spaces/{}/environments/{}/delivery/entries': lists,
  'GET /spaces/{}/environments/{}/delivery/entries/{}': generated,
  'GET /spaces/{}/environments/{}/delivery/assets': lists,
  'GET /spaces/{}/environments/{}/delivery/assets/{}': generated,
  'GET /spaces/{}/environments/{}/delivery/content-types': generated,
  'GET /spaces/{}/environments/{}/delivery/locales': generated,
  'GET /delivery/token-info': generated,
};

const FIELDS = 100;

function costlyTypes(): Attack[] {
  const type = (name: string, fieldOf: (n: number) => object): Attack => {
    const fields = Array.from({ length: FIELDS }, (_, n) => ({ id: `f${n}`, name: 'f', type: 'text', ...fieldOf(n) }));
    return jsonAttack(name, { api_id: name.replaceAll(' ', '_'), name, fields });
  };
  const listed = Array.from({ length: 1_000 }, (_, n) => `${n}`.padEnd(7, 'x'));
  return [
    ...WORST_PATTERNS.map((pattern, n) => type(`pattern ${n}`, () => ({ validations: { pattern } }))),
    type('a hundred patterns', (n) => ({ validations: { pattern: `${WORST_PATTERNS[n % 10]}${n}` } })),
    type('a hundred lists', () => ({ type: 'string', validations: { in: listed } })),
    type('large defaults', (n) => ({ default: `${n}`.padEnd(9_000, 'words ') })),
  ];
}

function costlyEntries({ large }: Target): Attack[] {
  const subject = worstSubject(16_000);
  const hostile = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`f${n}`, subject]));
  return [
    ...large.map((name) => jsonAttack(name, { content_type_id: 'heavy', fields: heavyFields(name) })),
    ...WORST_PATTERNS.map((_, n) => jsonAttack(`pattern ${n}`, { content_type_id: `pattern_${n}`, fields: hostile })),
    jsonAttack('patterned', { content_type_id: 'patterned', fields: patternedFields() }),
  ];
}

function onLargeEntries({ large }: Target): Attack[] {
  return large.map((key) => ({ name: `of ${key}`, path: key }));
}

function bulks({ articles }: Target): Attack[] {
  const ids = Array.from({ length: 1_000 }, (_, n) => `article-${n % articles}`);
  return [true, false].flatMap((atomic) =>
    ['unpublish', 'publish'].map((action) => ({
      ...jsonAttack(`${action}${atomic ? ' atomically' : ''}`, { action, ids, atomic }),
      holdsWrites: atomic,
    })),
  );
}

const IMPORT_BYTES = 8 * BODY_BYTES;
const IMPORT_LINES = 50_000;

function imports({ large }: Target): Attack[] {
  const lines = (name: string, line: (n: number) => string, count: number): Attack => ({
    name,
    parts: {
      raw: Array.from({ length: count }, (_, n) => line(n)).join('\n'),
      headers: { 'content-type': 'application/x-ndjson' },
    },
  });
  const heavy = large.map((name) =>
    JSON.stringify({
      entry: { key: `imported-${name}`, content_type: 'heavy', status: 'published', fields: heavyFields(name) },
    }),
  );
  const author = (n: number) =>
    JSON.stringify({ entry: { key: `new-${n}`, content_type: 'author', fields: { name: `N ${n}` } } });
  const patterned = (n: number) =>
    JSON.stringify({ entry: { key: `p-${n}`, content_type: 'pattern_0', fields: { f0: worstSubject(16_000) } } });
  return [
    lines('lines of 1', () => '1', IMPORT_LINES),
    lines('empty objects', () => '{}', IMPORT_LINES),
    lines('small entries', author, 1_000),
    lines('large entries', (n) => heavy[n % heavy.length] ?? '', 8),
    lines('patterns', patterned, 400),
    lines('one line', () => '['.repeat(IMPORT_BYTES), 1),
  ];
}

/** They are read in the background, where nobody may notice either. */
function archives(): Attack[] {
  const archive = (name: string, entries: string): Attack => ({
    name,
    parts: {
      raw: archiveOf([
        ['export.json', '{"format":"lectern-export","version":1,"environments":["master"]}'],
        ['environments/master/entries/author.ndjson', entries],
      ]),
      headers: { 'content-type': 'application/x-tar' },
    },
  });
  const MEBIBYTE = 1_048_576;
  return [
    archive('one long line', `{"entry":"${'x'.repeat(4 * MEBIBYTE)}`),
    archive('brackets', '['.repeat(4 * MEBIBYTE)),
    archive('objects', `{"entry":[${'{},'.repeat(MEBIBYTE)}{}]}`),
    archive('empty lines', '\n'.repeat(8 * MEBIBYTE)),
    archive('numbers', '1\n'.repeat(4 * MEBIBYTE)),
  ];
}

function longTexts(target: Target): Attack[] {
  const parts = ['a', '. ', '.', '\n', ' ', 'https://a.example ', '](', "href = '", '😀'];
  const texts = parts.map((part) =>
    jsonAttack(`a text of ${JSON.stringify(part)}`, { text: `${part.repeat(24_000 / part.length)}a`, style: 'formal' }),
  );
  return [...texts, ...largeEntries(target)];
}

function largeEntries({ large, ids }: Target): Attack[] {
  const idOf = (key: string) => ids.entry.replace(/[^_]+$/, key);
  return large.map((key) => jsonAttack(`the entry ${key}`, { entry_id: idOf(key) }));
}

function costlyTranslations({ large, ids }: Target): Attack[] {
  const id = ids.contentType.replace(/[^_]+$/, 'heavy');
  const locales = { source_locale: 'en-US', target_locales: ['de'] };
  return large.map((name) =>
    jsonAttack(`values of ${name}`, { content_type_id: id, fields: heavyFields(name), ...locales }),
  );
}

async function uploads(): Promise<Attack[]> {
  const svg = (attributes: string, content = '') =>
    `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`;
  const file = async (name: string, text: string): Promise<Attack> => ({
    name,
    parts: await formOf([['file', { name: 'a.svg', bytes: text, type: 'image/svg+xml' }]]),
  });
  return [
    await file('a width of 40,000 digits', svg(`width="${'1'.repeat(40_000)}x"`)),
    await file('a width of a million digits', svg(`width="${'1'.repeat(1_000_000)}x"`)),
    await file('a view box of a million spaces', svg(`viewBox="0${' '.repeat(1_000_000)}0 1 1"`)),
    await file('a style of a million slashes', svg(`style="${'/*'.repeat(500_000)}"`)),
    await file('200,000 elements', svg('', '<g/>'.repeat(199_000))),
    await file('a large style sheet', svg('', `<style>${'a{fill:red}'.repeat(90_000)}</style>`)),
  ];
}

function costlyQueries({ articles }: Target): Attack[] {
  const many = (name: string, parameter: (n: number) => string, count: number): Attack => ({
    name,
    query: `?${Array.from({ length: count }, (_, n) => parameter(n)).join('&')}`,
  });
  return [
    { name: 'a thousand with includes', query: '?limit=1000&include=3&content_type=article' },
    { name: 'a thousand whole entries', query: '?limit=1000&locale=*' },
    many('97 conditions through a link', (n) => `fields.author.name[ne]=Author+${n}`, 97),
    many('30 conditions through a link', (n) => `fields.author.name[ne]=Author+${n}`, 30),
    many('30 ranges of text', (n) => `fields.author.name[gt]=Author+${n}`, 30),
    many('30 conditions on titles', (n) => `fields.title[ne]=Article+${n % articles}`, 30),
    { name: 'operands', query: `?fields.title[nin]=${Array.from({ length: 1_000 }, (_, n) => n).join(',')}` },
    { name: 'many orders', query: `?content_type=article&order=${'rating,-pages,title,-slug,'.repeat(60)}id` },
    { name: 'a long search', query: `?q=${'article+of+'.repeat(600)}` },
    { name: 'many prefixes', query: `?q=${Array.from('abcdefghijklmnopqrstuvwxyz').join('+')}` },
  ];
}
