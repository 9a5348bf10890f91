/** Two processes on one database: what one of them acknowledged the other shows within a second. `ROUNDS` sets how often. */
import { describeEachEngine } from '../../../testing/src/engines.ts';
import { Lags } from '../../../testing/src/lags.ts';
import { followEachOther, twoNodesOn } from './two-nodes.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 10);
/** The longest that a node may show what another one has changed. */
const STALE_MAX_MS = 1_000;

describeEachEngine('two nodes follow each other within a second', (engine) => {
  followEachOther(twoNodesOn(engine), ROUNDS, new Lags(STALE_MAX_MS));
});
