/** Pages of one walk from different nodes, one of which has not heard yet of what the other shows. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { Actor, closeConnections } from '../../../../testing/src/client.ts';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { given, publishNew, type Scene } from '../../../../testing/src/given.ts';
import { startService, type TestService } from '../../../../testing/src/service.ts';

const NEXT_PAGE = /<([^>]+)>; rel="next"/;
/** A node may hear of the change before the second page is read, so one round may show nothing. */
const ROUNDS = 5;

describeEachEngine('a walk over two nodes', (engine) => {
  const nodes: TestService[] = [];
  let scene: Scene;
  before(async () => {
    nodes.push(await startService({ engine }), await startService({ engine }));
    scene = await given(nodes[0]?.url ?? '');
    await scene.owner.post(
      `${scene.base}/content-types`,
      { name: 'Item', display_field: 'title', fields: [{ id: 'title', name: 'Title', type: 'string' }] },
      201,
    );
    await publishNew(scene.owner, scene.base, { content_type_id: 'item', key: 'a', fields: { title: 'a' } });
  });
  after(async () => {
    closeConnections();
    for (const node of nodes) await node.close();
  });

  for (const order of ['id', 'title'])
    for (const plane of ['management', 'delivery', 'preview'] as const)
      it(`comes on ${plane}, in the order of ${order}, to what was on the list when it began`, async () => {
        const reader = scene[plane];
        const path = `${plane === 'management' ? scene.base : scene.read}/entries?order=${order}`;
        const other = new Actor(nodes[1]?.url ?? '', reader.token);
        for (let round = 0; round < ROUNDS; round++) {
          const key = `b-${order}-${plane}-${round}`;
          // The other node knows what the environment was like just now.
          await other.get(path, 200);
          await publishNew(scene.owner, scene.base, { content_type_id: 'item', key, fields: { title: key } });
          const first = await reader.get(`${path}&limit=1`, 200);
          const next = NEXT_PAGE.exec(String(first.headers.link))?.[1] ?? '';
          const rest = await other.get(next.replace('limit=1', 'limit=1000'), 200);
          assert.equal(rest.list('items').length, first.number('total') - 1);
          assert.ok(
            rest.each('items', 'id').some((id) => String(id).endsWith(key)),
            key,
          );
        }
      });
});
