/** Shared by tests of aliases: two environments that have the same entry under one key, distinguished by a value. */
import type { Actor, ApiResponse } from '../../../../testing/src/client.ts';
import { addTypes, magazine, publishNew, type Scene } from '../../../../testing/src/given.ts';
import { cloneOf } from '../clone/clones.ts';

/** Key of the entry that both environments have. */
export const KEY = 'ada';
/** The entry that it links to, so that a response has parts. */
export const LINKED = 'grace';

/** Gives `master` a published entry and a linked one, clones it as `blue` and `green`, and makes the three distinguishable. */
export async function makeColours(scene: Scene): Promise<void> {
  await addTypes(scene, magazine);
  const author = (key: string, more: object = {}) => ({
    content_type_id: 'author',
    key,
    fields: { name: key, city: 'master', ...more },
  });
  await publishNew(scene.owner, scene.base, author(LINKED));
  await publishNew(scene.owner, scene.base, author(KEY, { favourite: { type: 'entry', id: LINKED } }));
  for (const colour of ['blue', 'green']) {
    await cloneOf(scene, colour);
    for (const key of [KEY, LINKED]) await setCity(scene, colour, { key, city: colour });
  }
}

/** Publishes the entry with another city. */
export async function setCity(
  scene: Scene,
  environment: string,
  { key = KEY, city }: { key?: string; city: string },
): Promise<ApiResponse> {
  const entry = `${scene.space}/environments/${environment}/entries/${key}`;
  await scene.owner.patch(entry, { fields: { city } }, 200);
  return scene.owner.post(`${entry}/publish`, undefined, 200);
}

/** Points an alias at an environment. */
export function pointAt(
  scene: Scene,
  alias: string,
  environment: string,
  by: Actor = scene.owner,
): Promise<ApiResponse> {
  return by.put(`${scene.space}/environment-aliases/${alias}`, { environment });
}

/** Path of the delivery plane of an environment. */
export function readIn(scene: Scene, environment: string): string {
  return `${scene.space}/environments/${environment}/delivery`;
}

export function revisionOf({ headers }: ApiResponse): number {
  return Number(headers['x-cms-revision']);
}
