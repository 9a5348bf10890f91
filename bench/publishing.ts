/** Publishes during a measurement of reads. */
import { Actor } from '../packages/testing/src/client.ts';
import type { Server } from './processes.ts';
import type { World } from './world.ts';

const PUBLISHED_EVERY_MS = 200;
const PUBLISHED_IN_TURN = 50;

/** Changes and publishes entries, five a second, until it is stopped. */
export async function publishSteadily(service: Server, world: World): Promise<{ stop: () => Promise<void> }> {
  const management = new Actor(service.url, world.tokens.management);
  const some = await new Actor(service.url, world.tokens.delivery).get(
    `${world.read}/entries?content_type=article&limit=${PUBLISHED_IN_TURN}`,
    200,
  );
  const ids = some.each('items', 'id').map(String);
  let turn = 0;
  let last: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    const id = ids[turn++ % ids.length] ?? '';
    last = last.then(() => publishOne(management, id));
  }, PUBLISHED_EVERY_MS);
  return {
    stop: async () => {
      clearInterval(timer);
      await last;
    },
  };
}

async function publishOne(management: Actor, id: string): Promise<void> {
  await management.patch(`/entries/${id}`, { fields: { body: `Changed at ${Date.now()}` } }, 200);
  await management.post(`/entries/${id}/publish`, undefined, 200);
}
