/** The context of every write on assets. */
import type { Model } from '../../model/content-types/model.ts';
import type { Environment } from '../../model/spaces/environment.ts';
import type { Writer } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import type { Change } from '../../platform/journal/change.ts';

/** The open write that changes assets. The code that opened it describes the write. */
export interface AssetWork {
  readonly writer: Writer;
  readonly change: Change;
  readonly actor: Actor;
  readonly environment: Environment;
  readonly model: Model;
}
