/**
 * What every part of the service depends on: the configuration, and the resources it opens. It knows nothing about the domain.
 * Everything opened here is closed by the stack on which it is registered.
 */

import type { PartSizes } from '../branches/merging/parts.ts';
import type { FileStorage } from '../content/files/file-storage.ts';
import { openStorage } from '../content/files/open-storage.ts';
import { Plans } from '../identity/accounts/plans/plans.ts';
import type { Config, MailSettings } from '../platform/config/config.ts';
import type { Database, StatementObserver } from '../platform/database/database.ts';
import type { JobTimes } from '../platform/jobs/job-times.ts';
import type { Clock } from '../platform/kit/clock.ts';
import type { Deadline } from '../platform/kit/deadline.ts';
import type { PasswordCost } from '../platform/kit/password-hasher.ts';
import { FileMailer } from '../platform/outgoing/mail/file-mailer.ts';
import type { Mailer } from '../platform/outgoing/mail/mailer.ts';
import { Outbox } from '../platform/outgoing/mail/outbox.ts';
import { SmtpMailer } from '../platform/outgoing/mail/smtp-mailer.ts';
import type { PublicAddress } from '../reading/delivery/asset-address.ts';
import { PastFiles } from '../reading/delivery/past-files.ts';
import { type InstallationOptions, openInstallation } from './installation.ts';
import type { Instruments } from './instruments.ts';

export interface Foundation {
  readonly config: Config;
  readonly clock: Clock;
  readonly database: Database;
  readonly storage: FileStorage;
  /** Sends mail at once. Mail that must not get lost goes through the outbox instead. */
  readonly mailer: Mailer;
  readonly outbox: Outbox;
  readonly plans: Plans;
  /** Null if tracing is off. */
  readonly instruments: Instruments | null;
  /** The root secret of the installation; keys are derived from it. */
  readonly secret: string;
  /** Addresses of files for those who read the past. */
  readonly pastFiles: PastFiles;
  /** The URL of the service for clients; with port 0, known once it listens. */
  readonly address: PublicAddress;
  /** Turns a usual deadline into the one used here; tests allow more time. */
  readonly deadline: Deadline;
  /** The timing of background jobs. */
  readonly jobTimes: JobTimes;
  /** How many resources the writes of a merge change; `PART_SIZES` by default. */
  readonly mergeSizes?: PartSizes | undefined;
  /** The cost of password hashes; `PASSWORD_COST` by default. */
  readonly passwordCost?: PasswordCost | undefined;
  /** Called when background work failed, with details about which work. It will be retried. */
  readonly onProblem: (error: unknown, about?: object) => void;
  /** Called with the path of each mail that is written to a file because no SMTP server is set up. */
  readonly onMailFile: (file: string) => void;
}

/** What the foundation is built from. */
export interface FoundationOptions
  extends Pick<
      Foundation,
      | 'config'
      | 'address'
      | 'clock'
      | 'passwordCost'
      | 'jobTimes'
      | 'mergeSizes'
      | 'deadline'
      | 'onProblem'
      | 'onMailFile'
    >,
    Omit<InstallationOptions, 'observe' | 'deadline'> {
  /** Called for every SQL statement. */
  readonly onStatement: StatementObserver | undefined;
}

/** Opens the database and the storage, on a stack that closes them. */
export async function openFoundation(options: FoundationOptions, opened: AsyncDisposableStack): Promise<Foundation> {
  const {
    config,
    address,
    clock,
    passwordCost,
    jobTimes,
    mergeSizes,
    deadline,
    onProblem,
    onMailFile,
    onStatement,
    ...opening
  } = options;
  const plans = Plans.read(config.plans);
  const instruments = await openTraces(config, onProblem);
  if (instruments !== null) opened.defer(() => instruments.close());
  const { database: plain, secret } = await openInstallation(config, { ...opening, deadline, observe: onStatement });
  const database = instruments?.database(plain, config.database.kind) ?? plain;
  opened.defer(() => database.close());
  const storage = await openStorage(config.storage);
  opened.defer(() => storage.close());
  const mailer = mailerOf(config.mail, { deadline, onMailFile });
  const outbox = new Outbox({ secret, clock });
  const opens = { database, storage, mailer, outbox, instruments };
  const given = { address, passwordCost, jobTimes, mergeSizes, deadline, onProblem, onMailFile };
  return { config, plans, clock, ...opens, secret, pastFiles: new PastFiles(secret), ...given };
}

/** Creates the tracing instruments. Returns null, and loads no code, if traces are not sent anywhere. */
async function openTraces({ tracing }: Config, onProblem: Foundation['onProblem']): Promise<Instruments | null> {
  if (tracing === null) return null;
  const { openInstruments } = await import('./instruments.ts');
  return openInstruments(tracing, onProblem);
}

function mailerOf(mail: MailSettings, { deadline, onMailFile }: Pick<Foundation, 'deadline' | 'onMailFile'>): Mailer {
  if (mail.kind === 'smtp') return new SmtpMailer({ ...mail, deadline });
  return new FileMailer({ folder: mail.folder, onWritten: onMailFile });
}
