/** Many walks through random lists, beside random writes. */

import { given } from '../../../../testing/src/given.ts';
import { Random } from '../consistency/random.ts';
import { randomAssetList } from './asset-lists.ts';
import { makeEntries, randomEntryList } from './entry-lists.ts';
import { walk } from './walk.ts';

/** Walks in one environment: its journal stays short. */
const WALKS_IN_ONE = 500;
const WRITES_FIRST = 40;

/** @throws where a walk breaks the rule, with the seed that repeats it */
export async function walkAll(url: string, { walks, seed }: { walks: number; seed: number }): Promise<void> {
  for (let done = 0; done < walks; done += WALKS_IN_ONE) {
    const random = new Random(seed + done);
    try {
      await walkSome(url, random, Math.min(WALKS_IN_ONE, walks - done));
    } catch (error) {
      throw new Error(`With SEED=${seed + done}: ${(error as Error).message}`, { cause: error });
    }
  }
}

async function walkSome(url: string, random: Random, walks: number): Promise<void> {
  const scene = await given(url);
  const entries = await makeEntries(scene);
  const assets = { scene, keys: new Set<string>() };
  for (let write = 0; write < WRITES_FIRST; write++) {
    await randomEntryList(entries, random).write(random, []);
    await randomAssetList(assets, random).write(random, []);
  }
  for (let count = 0; count < walks; count++) {
    const list = random.chance(0.75) ? randomEntryList(entries, random) : randomAssetList(assets, random);
    await walk(list, random);
  }
}
