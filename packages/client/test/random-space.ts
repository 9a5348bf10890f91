/** A space of a real service with a random model and random content, published before its model was made stricter. */
import assert from 'node:assert/strict';
import { given, type Scene } from '../../testing/src/given.ts';
import { type Dice, type RandomType, randomRecords, randomTypes, stricter } from './random-site.ts';

/** What is made of the random types and records before they are written. */
export interface Variations {
  readonly types?: (types: readonly RandomType[]) => RandomType[];
  readonly records?: (records: readonly object[]) => object[];
}

export async function randomSpace(
  url: string,
  dice: Dice,
  { types: vary = (all) => [...all], records: varyRecords = (all) => [...all] }: Variations = {},
): Promise<{ scene: Scene; types: RandomType[] }> {
  const scene = await given(url, { defaultLocale: 'en' });
  await scene.owner.post(`${scene.space}/locales`, { code: 'de', fallback: 'en', optional: dice.chance(0.5) }, 201);
  await scene.owner.post(`${scene.space}/locales`, { code: 'fr', fallback: null, optional: true }, 201);
  const types = vary(randomTypes(dice));
  for (const type of types) await scene.owner.post(`${scene.base}/content-types`, type, 201);
  const raw = varyRecords(randomRecords(dice, types))
    .map((record) => JSON.stringify(record))
    .join('\n');
  const headers = { 'content-type': 'application/x-ndjson' };
  const imported = await scene.owner.send('POST', `${scene.base}/import`, { raw, headers });
  assert.ok(
    imported.each('results', 'result').every((result) => result === 'created'),
    String(imported),
  );
  for (const type of types) {
    type.fields = stricter(dice, type);
    await scene.owner.patch(`${scene.base}/content-types/${type.api_id}`, { fields: type.fields }, 200);
  }
  return { scene, types };
}
