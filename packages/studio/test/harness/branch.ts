/** Two environments of a filled space that were one: each has changes of its own, and two values were changed in both. */
import type { Scene } from '../../../testing/src/given.ts';
import { until } from '../../../testing/src/until.ts';

/** Waits until a copy is ready. */
export async function untilReady({ owner, space }: Scene, name: string): Promise<void> {
  await until(async () => (await owner.get(`${space}/environments/${name}`, 200)).at('status') === 'ready');
}

/** Changes the entries and the model of one, and two of the same titles in the other one. */
export async function growApart(
  { owner, space }: Scene,
  { from, into }: { from: string; into: string },
): Promise<void> {
  const branch = `${space}/environments/${from}`;
  const other = `${space}/environments/${into}`;
  const title = (words: string) => ({ fields: { title: { 'en-US': words } } });
  await owner.patch(`${branch}/entries/post-4`, title('A new crane for the west quay'), 200);
  await owner.patch(`${other}/entries/post-4`, title('Two new cranes for the east quay'), 200);
  await owner.patch(`${branch}/entries/post-5`, title('Low tide at five'), 200);
  await owner.patch(`${other}/entries/post-5`, title('Low tide at half past four'), 200);
  await owner.patch(`${branch}/entries/post-6`, { fields: { rating: 10 } }, 200);
  await owner.put(`${branch}/entries/ann`, { content_type_id: 'author', fields: { name: 'Ann Lee' } }, 201);
  await owner.patch(`${branch}/content-types/author`, { description: 'Who writes for the news.' }, 200);
}
