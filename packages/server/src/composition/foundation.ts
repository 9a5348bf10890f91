/**
 * What every part of the service may stand on: the configuration, and what is opened by it. The foundation knows no
 * concept; whatever is opened here is closed by the stack that it is opened on.
 */

import type { FileStorage } from '../content/files/file-storage.ts';
import { openStorage } from '../content/files/open-storage.ts';
import type { Config } from '../platform/config/config.ts';
import { ensureSecret } from '../platform/config/secret.ts';
import { openDatabase } from '../platform/database/connect.ts';
import type { Database, StatementObserver } from '../platform/database/database.ts';
import { type Clock, systemClock } from '../platform/kit/clock.ts';
import { FileMailer } from '../platform/outgoing/mail/file-mailer.ts';
import type { Mailer } from '../platform/outgoing/mail/mailer.ts';
import type { PublicAddress } from '../reading/delivery/asset-address.ts';

export interface Foundation {
  readonly config: Config;
  readonly clock: Clock;
  readonly database: Database;
  readonly storage: FileStorage;
  readonly mailer: Mailer;
  /** The installation's secret; keys are derived from it. */
  readonly secret: string;
  /** Where clients reach the service; the port is known for sure once it listens. */
  readonly address: PublicAddress;
  /** Told of background work that failed; it is tried again. */
  readonly onProblem: (error: unknown) => void;
}

/** What the foundation is laid with. */
export interface FoundationWish extends Pick<Foundation, 'config' | 'address' | 'onProblem'> {
  /** Told of every SQL statement. */
  readonly onStatement: StatementObserver | undefined;
}

/** Opens the database and the storage, on a stack that closes them. */
export async function layFoundation(wish: FoundationWish, opened: AsyncDisposableStack): Promise<Foundation> {
  const { config, address, onProblem, onStatement } = wish;
  const clock = systemClock;
  const secret = config.secrets.secret ?? ensureSecret(config.dataDir);
  const database = await openDatabase(config.database, onStatement);
  opened.defer(() => database.close());
  const storage = await openStorage(config.storage);
  opened.defer(() => storage.close());
  const mailer = new FileMailer({ folder: `${config.dataDir}/mail`, clock });
  return { config, clock, database, storage, mailer, secret, address, onProblem };
}
