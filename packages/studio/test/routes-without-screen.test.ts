/**
 * What the API can do and Studio cannot: each route of `openapi.json` is asked for by Studio, or stands below with the reason why
 * nobody misses it there. The routes are those of `api/schema.gen.ts`, which `npm test` writes (`node scripts/write-api-types.ts`).
 */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const SOURCES = fileURLToPath(new URL('../src', import.meta.url));

/** Whole planes that a person in a browser has no use for, by the beginning of their paths. */
const OTHER_PLANES: Readonly<Record<string, string>> = {
  '/spaces/{}/environments/{}/delivery/': 'Sites read here, with keys. Studio shows the same values from management.',
  '/spaces/{}/environments/{}/preview/': 'Sites read drafts here, with keys.',
  '/delivery/': 'For programs that hold a delivery key.',
  '/preview/': 'For programs that hold a preview key.',
  '/assets/': 'The files themselves, which pictures and links lead to.',
  '/calendar/': 'Calendar programs read here, by the address that Studio makes.',
  '/healthz': 'For load balancers and monitors.',
  '/readyz': 'For load balancers and monitors.',
  '/metrics': 'For the operator’s monitoring.',
  '/openapi.json': 'For developers’ tools.',
  '/docs': 'A page of its own, which Studio leads to.',
};

/** Routes that another one makes needless in Studio, or that it asks for in a way that this test does not see. */
const NEEDLESS: Readonly<Record<string, string>> = {
  'GET /spaces/{}': 'The list of spaces has all of it.',
  'GET /spaces/{}/locales/{}': 'The list of locales has all of it.',
  'GET /spaces/{}/environment-aliases/{}': 'The list of aliases has all of it.',
  'GET /spaces/{}/environments/{}/content-types/{}': 'The list of types has all of it.',
  'GET /content-types/{}': 'The list of types has all of it.',
  'PUT /spaces/{}/environments/{}/entries/{}': 'PATCH sends what was changed alone; POST makes an entry.',
  'GET /entries/{}': 'By its key, which addresses have.',
  'PATCH /entries/{}': 'By its key, which addresses have.',
  'DELETE /spaces/{}/environments/{}/content-types/{}': 'By its id.',
  'PATCH /spaces/{}/environments/{}/content-types/{}': 'By its id.',
  'DELETE /spaces/{}/environments/{}/content-types/{}/hidden-fields/{}': 'By the id of its type.',
  'DELETE /spaces/{}/environments/{}/entries/{}': 'By its id.',
  'POST /spaces/{}/environments/{}/entries/{}/publish': 'By its id.',
  'POST /spaces/{}/environments/{}/entries/{}/unpublish': 'By its id.',
  'POST /spaces/{}/environments/{}/entries/{}/archive': 'By its id.',
  'POST /spaces/{}/environments/{}/entries/{}/unarchive': 'By its id.',
  'POST /spaces/{}/environments/{}/media': '`api/upload.ts` sends files so that their progress is seen.',
  'GET /spaces/{}/environments/{}/model': 'Programs read whole models; Studio reads content types one by one.',
  'POST /spaces/{}/environments/{}/model': 'Programs write whole models; Studio changes content types one by one.',
  'GET /spaces/{}/environments/{}/migrations':
    'The program `lectern` runs migrations; what they wrote is among releases.',
  'GET /spaces/{}/environments/{}/migrations/{}': 'The program `lectern` runs migrations.',
  'PUT /spaces/{}/environments/{}/migrations/{}': 'The program `lectern` runs migrations.',
  'POST /spaces/{}/environments/{}/import': '`records-file.ts` sends a file in parts, as text.',
  'POST /spaces/{}/imports': '`api/upload.ts` sends archives so that their progress is seen.',
  'POST /auth/refresh': '`api/session.ts` renews the session by its cookie.',
  'POST /auth/logout': '`api/session.ts` ends the session by its cookie.',
  'GET /entries/{}/versions/{}/diff': 'Studio compares two versions itself, with rich text as such.',
  'GET /spaces/{}/views/{}': 'The list of views has all of it.',
  'POST /auth/reset-password': 'A page of the service, which the link in the mail opens.',
  'POST /auth/verify-email': 'A page of the service, which the link in the mail opens.',
  'POST /invitations/accept': 'A page of the service, which the link in the mail opens.',
  'GET /auth/sessions/{}': 'The list of sessions has all of it.',
  'GET /accounts/{}/members/{}': 'The list of members has all of it.',
  'GET /accounts/{}/invitations/{}': 'The list of invitations has all of it.',
  'GET /accounts': 'The person’s own description has all of them.',
  'GET /auth/passkeys/{}': 'The list of passkeys has all of it.',
  'GET /media/{}/references': 'The list of entries by `links_to`, which has their titles too.',
  'GET /accounts/{}/sso/domains/{}': 'The list of domains has all of it.',
  'GET /accounts/{}/scim-tokens/{}': 'The list of tokens has all of it.',
  'GET /accounts/{}/scim-groups/{}': 'The list of groups has all of it.',
  'GET /spaces/{}/exports/{}': 'The list of exports has all of it.',
  'GET /spaces/{}/api-keys/{}': 'The list of keys has all of it.',
};

const routes = routesOf(readFileSync(join(SOURCES, 'api/schema.gen.ts'), 'utf8'));
const asked = askedFor(globSync('**/*.{ts,tsx}', { cwd: SOURCES }));

test('every route of the API is asked for by Studio, or is needless there for a reason', () => {
  const missing = routes.filter((route) => !asked.has(route) && !(route in NEEDLESS) && !isOfOtherPlane(route));
  assert.deepEqual(missing, [], 'give these a screen, or a reason in this file');
});

test('no route is called needless that does not exist, or that a screen asks for', () => {
  const wrong = Object.keys(NEEDLESS).filter((route) => !routes.includes(route) || asked.has(route));
  assert.deepEqual(wrong, []);
});

function isOfOtherPlane(route: string): boolean {
  const path = route.slice(route.indexOf(' ') + 1);
  return Object.keys(OTHER_PLANES).some((beginning) => path.startsWith(beginning));
}

/** The routes that generated types describe, such as `GET /spaces/{}/views`. */
function routesOf(types: string): readonly string[] {
  let path = '';
  return types.split('\n').flatMap((line) => {
    path = line.match(/^ {4}"(\/[^"]*)": \{/)?.[1] ?? path;
    const method = line.match(/^ {8}(get|put|post|delete|patch): operations\[/)?.[1];
    return method === undefined ? [] : [`${method.toUpperCase()} ${withoutNames(path)}`];
  });
}

/** The routes that sources ask for: by the client, and by the path of a page of a list. */
function askedFor(files: readonly string[]): ReadonlySet<string> {
  const found = files
    .filter((file) => !/\.(gen|test)\.ts$/.test(file))
    .flatMap((file) => {
      const code = readFileSync(join(SOURCES, file), 'utf8');
      const calls = [...code.matchAll(/\bapi\s*\.(GET|PUT|POST|DELETE|PATCH)\(\s*'([^']+)'/g)];
      const pages = [...code.matchAll(/`(\/(?:spaces|accounts|auth|billing|media)\/?[^`?]*)/g)];
      return [
        ...calls.map(([, method, path = '']) => `${method} ${withoutNames(path)}`),
        ...pages.map(([, path = '']) => `GET ${withoutNames(path.replace(/\$\{(stringifySearch|query)\b.*$/, ''))}`),
      ];
    });
  return new Set(found);
}

/** A path with each of its parameters as `{}`. */
function withoutNames(path: string): string {
  return path.replaceAll(/\$?\{[^}]*\}/g, '{}');
}
