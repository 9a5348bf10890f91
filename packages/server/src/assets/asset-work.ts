/** What every write on assets works with. */
import type { Model } from '../content-types/model.ts';
import type { Writer } from '../database/database.ts';
import type { Actor } from '../journal/actor.ts';
import type { Change } from '../journal/change.ts';
import type { Environment } from '../spaces/environment.ts';

/** The open write in which assets change. Who opened it says what the write was. */
export interface AssetWork {
  readonly writer: Writer;
  readonly change: Change;
  readonly actor: Actor;
  readonly environment: Environment;
  readonly model: Model;
}
