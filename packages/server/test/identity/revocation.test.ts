/** What is taken from somebody is taken on every node. `revocation.deep.test.ts` has how soon. */
import { describeEachEngine } from '../harness/engines.ts';
import { eventually } from '../harness/lags.ts';
import { revokeOn } from './revocation.ts';

describeEachEngine('revocation', (engine) => revokeOn(engine, 1, eventually));
