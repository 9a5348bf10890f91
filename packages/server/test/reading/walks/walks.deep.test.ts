/** Random walks beside random writes, `WALKS=10000` of them after a change of how lists go on. */
import { it } from 'node:test';
import { onEachEngine } from '../../../../testing/src/on-each-engine.ts';
import { SEED } from '../../../../testing/src/seed.ts';
import { walkAll } from './walk-all.ts';

const WALKS = Number(process.env.WALKS ?? 60);

onEachEngine('many walks through lists beside writes', (stage) => {
  it(`leave out and repeat nothing in ${WALKS} walks`, { timeout: 14_400_000 }, () =>
    walkAll(stage.url, { walks: WALKS, seed: SEED }),
  );
});
