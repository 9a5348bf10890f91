/** Which methods a path supports. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { RouteIndex } from './route-index.ts';

const index = new RouteIndex();
index.add('GET', '/spaces');
index.add(['POST', 'HEAD', 'OPTIONS'], '/spaces');
index.add('GET', '/spaces/:space_id');
index.add('DELETE', '/spaces/:space_id');
index.add('PUT', '/spaces/mine');
index.add('GET', '/docs/*');
index.add('GET', '/openapi.json');

const cases: readonly [path: string, methods: readonly string[]][] = [
  ['/spaces', ['GET', 'POST']],
  ['/spaces/spc_1', ['DELETE', 'GET']],
  ['/spaces/mine', ['DELETE', 'GET', 'PUT']],
  ['/spaces/', []],
  ['/spaces/a/b', []],
  ['/docs/a/b.css', ['GET']],
  ['/openapi.json', ['GET']],
  ['/openapiXjson', []],
  ['/nothing', []],
];

for (const [path, methods] of cases) {
  it(`${path} takes ${methods.join(', ') || 'nothing'}`, () => assert.deepEqual(index.methodsOf(path), methods));
}
