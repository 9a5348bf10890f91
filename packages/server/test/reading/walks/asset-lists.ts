/** The lists of assets of every plane, in every order, and random writes on the assets. */
import assert from 'node:assert/strict';
import { valueAt } from '../../../../testing/src/client.ts';
import type { Scene } from '../../../../testing/src/given.ts';
import type { Random } from '../consistency/random.ts';
import type { List } from './walk.ts';

const FEW = 7;
const MANY = 16;
const ORDERS = [null, 'created_at', '-created_at', 'updated_at', '-updated_at', 'id', '-id'];
const FILTERS = ['', '', 'mime_type=image/*', 'q=quartz'];
const MANAGEMENT_FILTERS = ['unused=true', 'without_alt=true', 'size[gte]=0'];
const TEXTS = ['Quartz', 'Falcon', 'quartz falcon'];

/** Assets without files, which imports make. */
export interface Assets {
  readonly scene: Scene;
  readonly keys: Set<string>;
}

/** A random list of the assets. */
export function randomAssetList(assets: Assets, random: Random): List {
  const { scene } = assets;
  const isManaged = random.chance(0.5);
  const order = random.pick(ORDERS);
  const filter = isManaged && random.chance(0.4) ? random.pick(MANAGEMENT_FILTERS) : random.pick(FILTERS);
  const query = [filter, order === null ? '' : `order=${order}`].filter((part) => part !== '').join('&');
  const by = (order ?? 'created_at').replace('-', '');
  const isMoving = by === 'updated_at';
  const ofRelevance = filter.includes('q=') && order === null ? ['title', 'alt'] : [];
  return {
    name: `${isManaged ? 'management' : 'delivery'} assets ${query}`,
    reader: isManaged ? scene.owner : scene.delivery,
    path: `${isManaged ? `${scene.base}/media` : `${scene.read}/assets`}${query === '' ? '' : `?${query}`}`,
    itemsOf: async (response) =>
      response.list('items').map((item) => ({
        id: String(valueAt(item, 'key')),
        fixed: JSON.stringify([isMoving ? '' : by, ...ofRelevance].map((name) => valueAt(item, name))),
        moving: isMoving ? String(valueAt(item, by)) : '',
      })),
    write: (by, near) => writeAsset(assets, by, near),
  };
}

async function writeAsset({ scene, keys }: Assets, random: Random, near: readonly string[]): Promise<void> {
  if (keys.size < FEW || (keys.size < MANY && random.chance(0.2))) {
    const key = `p${random.below(1_000_000)}`;
    keys.add(key);
    return importAsset(scene, random, key);
  }
  const close = near.filter((key) => keys.has(key));
  const key = close.length > 0 && random.chance(0.6) ? random.pick(close) : random.pick([...keys]);
  const found = await scene.owner.get(`${scene.base}/media?ids=${key}`, 200);
  const id = found.string('items.0.id');
  const turn = random.unit();
  if (turn < 0.6) await scene.owner.patch(`/media/${id}`, { title: random.pick(TEXTS) });
  else if (turn < 0.75) await scene.owner.patch(`/media/${id}`, { alt: random.pick([null, 'Falcon', '']) });
  else if (turn < 0.85) await importAsset(scene, random, key);
  else {
    await scene.owner.delete(`/media/${id}`, 204);
    keys.delete(key);
  }
}

async function importAsset(scene: Scene, random: Random, key: string): Promise<void> {
  const record = {
    key,
    title: random.pick(TEXTS),
    file_name: `${key}.png`,
    mime_type: random.pick(['image/png', 'text/plain']),
    size: random.below(5),
  };
  const headers = { 'content-type': 'application/x-ndjson' };
  const response = await scene.owner.send('POST', `${scene.base}/import`, {
    raw: JSON.stringify({ asset: record }),
    headers,
  });
  assert.match(response.text, /"(?:created|updated|unchanged)"/);
}
