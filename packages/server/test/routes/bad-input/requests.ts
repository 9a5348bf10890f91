/** Requests that are wrong whatever they are about: tokens, paths, methods, headers, forms. */
import { type Case, entryBody, invalid, json } from './case.ts';

const ENTRIES = '{base}/entries';
const MEDIA = '{base}/media';
const NO_TOKEN = { by: 'nobody', method: 'GET', codes: ['unauthenticated'] } as const;
const NO_PATH = { codes: ['not_found'] } as const;
const WRONG_TYPE = { codes: ['unsupported_media_type'] } as const;
const ENTRY_TEXT = '{"content_type_id": "author", "fields": {"name": "Jane"}}';
const FORM = { 'content-type': 'multipart/form-data; boundary=x' };

function formWith(disposition: string): string {
  return `--x\r\nContent-Disposition: form-data; ${disposition}\r\n\r\nHi\r\n--x--\r\n`;
}

export const badRequests: readonly Case[] = [
  {
    title: 'no token where content is read',
    ...NO_TOKEN,
    path: '{read}/entries',
    words: /"Authorization: Bearer <token>"/,
  },
  {
    title: 'a token without Bearer',
    ...NO_TOKEN,
    path: '{read}/entries',
    headers: { authorization: 'cms_del_1234' },
    words: /"Authorization: Bearer <token>"/,
  },
  {
    title: 'a token as a parameter',
    ...NO_TOKEN,
    path: '{read}/entries?access_token=cms_del_1234',
    words: /in the header "Authorization: Bearer <token>"/,
  },
  {
    title: 'a mistyped token',
    ...NO_TOKEN,
    path: '{read}/entries',
    headers: { authorization: 'Bearer cms_del_1234' },
    words: /use another key/,
  },
  {
    title: 'a delivery key where content is written',
    by: 'delivery',
    method: 'GET',
    path: ENTRIES,
    codes: ['wrong_plane'],
    words: /use a management key.*or read under \/delivery/,
  },
  {
    title: 'a session where content is read',
    by: 'owner',
    method: 'GET',
    path: '{read}/entries',
    codes: ['wrong_plane'],
    words: /use a delivery key here/,
  },
  { title: '/assets for /media', ...NO_PATH, path: '{base}/assets', words: /mean POST \S+\/media\?/ },
  { title: '/assets alone', ...NO_PATH, path: '/assets', words: /mean POST \S+\/media\?/ },
  { title: 'an underscore', ...NO_PATH, method: 'GET', path: '{base}/content_types', words: /\/content-types\b/ },
  {
    title: 'entries without an environment',
    ...NO_PATH,
    method: 'GET',
    path: '{space}/entries',
    words: /mean GET \/spaces\/\{space_id\}\/environments\/\{environment\}\/entries/,
  },
  {
    title: 'delivery without a space',
    ...NO_PATH,
    method: 'GET',
    path: '/delivery/entries',
    words: /mean GET \/spaces\/\{space_id\}\/environments\/\{environment\}\/delivery\/entries\?/,
  },
  { title: 'a prefix', ...NO_PATH, method: 'GET', path: '/api/v1/spaces', words: /mean GET \/spaces\?/ },
  { title: 'GraphQL', ...NO_PATH, path: '/graphql', words: /see \/docs for the available paths\.$/ },
  {
    title: 'publishing as Contentful does',
    ...NO_PATH,
    method: 'PUT',
    path: '/entries/{draft}/published',
    words: /mean POST \/entries\/\{entry_id\}\/publish/,
  },
  {
    title: 'publishing with PUT',
    method: 'PUT',
    path: '/entries/{draft}/publish',
    codes: ['method_not_allowed'],
    words: /supports POST; use that method/,
  },
  {
    title: 'writing to delivery',
    by: 'delivery',
    path: '{read}/entries',
    codes: ['method_not_allowed'],
    words: /supports GET; .*mean POST \/spaces\/\{space_id\}\/environments\/\{environment\}\/entries\?/,
  },
  {
    title: 'no Content-Type',
    ...WRONG_TYPE,
    path: ENTRIES,
    raw: ENTRY_TEXT,
    words: /"Content-Type: application\/json".*has none/,
  },
  {
    title: 'the Content-Type that curl -d sends',
    ...WRONG_TYPE,
    path: ENTRIES,
    raw: ENTRY_TEXT,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    words: /"Content-Type: application\/json".*x-www-form-urlencoded" is not supported/,
  },
  { title: 'an upload as JSON', ...WRONG_TYPE, path: MEDIA, body: { url: 'x' }, words: /multipart\/form-data/ },
  {
    title: 'an upload as the bytes alone',
    ...WRONG_TYPE,
    path: MEDIA,
    raw: 'x',
    headers: { 'content-type': 'image/png' },
    words: /multipart\/form-data/,
  },
  invalid(
    'a file under another name',
    { path: MEDIA, raw: formWith('name="image"; filename="a.txt"'), headers: FORM },
    /part named file, not "image"/,
  ),
  invalid(
    'a form without a file',
    { path: MEDIA, raw: formWith('name="title"'), headers: FORM },
    /Send a file, as the part named file/,
  ),
  {
    title: 'JSON with single quotes',
    path: ENTRIES,
    raw: "{'fields': {}}",
    headers: json,
    codes: ['malformed_request'],
    words: /is not JSON \(.*position 1/,
  },
  invalid('no body for an entry', { path: ENTRIES }, /The body is missing; send a JSON object/),
  {
    title: 'an address that is taken',
    by: 'nobody',
    path: '/auth/signup',
    body: { email: '{email}', password: 'a quiet harbour at dawn' },
    codes: ['conflict'],
    words: /log in, or reset the password/,
  },
  invalid(
    'a short password',
    { by: 'nobody', path: '/auth/signup', body: { email: 'jane@example.com', password: '12345' } },
    /at least 8 characters/,
  ),
  invalid(
    'a user name',
    { by: 'nobody', path: '/auth/login', body: { username: 'jane', password: 'a quiet harbour at dawn' } },
    /^"email" is missing; add it\. See errors for 1 more\.$/,
  ),
];

export const badPaths: readonly Case[] = [
  { title: 'a path that is not there', method: 'GET', path: '/nothing', codes: ['not_found'] },
  { title: 'a method that is not there', method: 'PUT', path: '/spaces', body: {}, codes: ['method_not_allowed'] },
  { title: 'DELETE of a list', method: 'DELETE', path: '{base}/entries', codes: ['method_not_allowed'] },
  { title: 'an unknown method', method: 'PROPFIND', path: '/spaces', codes: ['method_not_allowed', 'not_found'] },
  { title: 'a slash too many', method: 'GET', path: '//spaces', codes: ['not_found'] },
  { title: 'a slash at the end', method: 'GET', path: '/spaces/', codes: ['not_found'] },
  { title: 'dots in a path', method: 'GET', path: '/spaces/../spaces', codes: ['not_found'] },
  { title: 'encoded dots in a path', method: 'GET', path: '/entries/%2e%2e', codes: ['not_found'] },
  { title: 'an encoded slash in an id', method: 'GET', path: '/entries/a%2fb', codes: ['not_found'] },
  {
    title: 'NUL in a path',
    method: 'GET',
    path: '/entries/a%00b',
    codes: ['not_found', 'malformed_request', 'validation_failed'],
  },
  {
    title: 'a broken escape in a path',
    method: 'GET',
    path: '/entries/%zz',
    codes: ['malformed_request', 'not_found'],
  },
  {
    title: 'bytes that are not UTF-8 in a path',
    method: 'GET',
    path: '/entries/%ff%fe',
    codes: ['malformed_request', 'not_found'],
  },
  { title: 'upper case', method: 'GET', path: '/SPACES', codes: ['not_found'] },
  { title: 'an id of nobody', method: 'GET', path: '/entries/ent_zzzzzz_nothing', codes: ['not_found'] },
  { title: 'an id of another kind', method: 'GET', path: '/content-types/{entry}', codes: ['not_found'] },
  { title: 'a key where an id is due', method: 'GET', path: '/entries/known', codes: ['not_found'] },
  {
    title: 'an id that is far too long',
    method: 'GET',
    path: `/entries/${'x'.repeat(3_000)}`,
    codes: ['not_found', 'validation_failed', 'headers_too_large'],
  },
  {
    title: '__proto__ as an environment',
    method: 'GET',
    path: '{space}/environments/__proto__/entries',
    codes: ['not_found'],
  },
  {
    title: 'an invalid version',
    method: 'GET',
    path: '/entries/{entry}/versions/0',
    codes: ['not_found', 'validation_failed'],
  },
  {
    title: 'a version that is a word',
    method: 'GET',
    path: '/entries/{entry}/versions/first',
    codes: ['not_found', 'validation_failed'],
  },
  {
    title: 'a version out of range',
    method: 'GET',
    path: '/entries/{entry}/versions/99999999999999999999',
    codes: ['not_found', 'validation_failed'],
  },
  {
    title: 'a key of dots in PUT',
    method: 'PUT',
    path: '{base}/entries/..%2f',
    body: entryBody({}),
    codes: ['not_found', 'validation_failed'],
  },
  {
    title: 'an Accept that cannot be met',
    method: 'GET',
    path: '{base}/entries',
    headers: { accept: 'image/png' },
    codes: ['not_acceptable'],
    words: 'application/json',
  },
  {
    title: 'huge headers',
    method: 'GET',
    path: '/spaces',
    headers: { 'x-padding': 'x'.repeat(40_000) },
    codes: ['headers_too_large'],
  },
];

export const badTokens: readonly Case[] = [
  ...[
    '',
    'x',
    'cms_del_',
    `cms_mgm_${'A'.repeat(49)}`,
    'a.b.c',
    '...',
    `ey${'x'.repeat(5_000)}.e30.x`,
    'cms_xxx_abc',
  ].map(
    (token): Case => ({
      title: `the token ${token.slice(0, 20) || 'nothing'}`,
      method: 'GET',
      path: '/spaces',
      by: 'nobody',
      headers: { authorization: `Bearer ${token}` },
      codes: ['unauthenticated'],
    }),
  ),
  {
    title: 'Basic',
    method: 'GET',
    path: '/spaces',
    by: 'nobody',
    headers: { authorization: 'Basic YTpi' },
    codes: ['unauthenticated'],
  },
  { title: 'no token', method: 'GET', path: '/spaces', by: 'nobody', codes: ['unauthenticated'] },
  { title: 'no token on a path with a bad body', by: 'nobody', raw: '{', headers: json, codes: ['unauthenticated'] },
  { title: 'no token on delivery', method: 'GET', path: '{read}/entries', by: 'nobody', codes: ['unauthenticated'] },
];
