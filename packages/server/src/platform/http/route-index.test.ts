/** Which methods a path supports. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { RouteIndex } from './route-index.ts';

const index = new RouteIndex();
index.add({ method: 'GET', url: '/spaces' });
index.add({ method: ['POST', 'HEAD', 'OPTIONS'], url: '/spaces' });
index.add({ method: 'GET', url: '/spaces/:space_id' });
index.add({ method: 'DELETE', url: '/spaces/:space_id' });
index.add({ method: 'PUT', url: '/spaces/mine' });
index.add({ method: 'GET', url: '/docs/*' });
index.add({ method: 'GET', url: '/openapi.json' });

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
