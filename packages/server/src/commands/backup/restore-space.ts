/** `lectern restore --space`: restores one space from a backup into an installation that may be running. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type RestoredSpace, type RestoreParts, restoreSpace } from '../../branches/restoring/restore-space.ts';
import { wantedRows } from '../../branches/restoring/stored-space.ts';
import { Files } from '../../content/files/files.ts';
import { openStorage } from '../../content/files/open-storage.ts';
import { Spool } from '../../content/files/spool.ts';
import { WebhookSecrets } from '../../events/webhooks/webhook-secrets.ts';
import { BackupRefusal, SECRET_FILE } from '../../platform/backup/manifest.ts';
import { type FoundBackup, findBackup, rejectDamagedDatabase } from '../../platform/backup/restore-backup.ts';
import type { Config } from '../../platform/config/config.ts';
import { PROGRAM_BUILD } from '../../platform/config/program-version.ts';
import { migrations } from '../../platform/database/migrations/all.ts';
import type { PostgresTools } from '../../platform/database/postgres/copy.ts';
import { readBackupRows } from '../../platform/database/restoring/read-backup-rows.ts';
import { systemClock } from '../../platform/kit/clock.ts';
import { giveToOwnerOf } from '../../platform/kit/file-owner.ts';
import { type OpenStore, withStore } from '../open-store.ts';
import type { Output } from '../output.ts';
import { type ProgressBar, progressBar } from '../progress.ts';

/** Switches that only make sense with `--space`. */
export const SPACE_SWITCHES = ['with-keys', 'allow-missing-files'] as const;

interface SpaceRequest {
  readonly folder: string;
  readonly space: string;
  readonly switches: ReadonlySet<string>;
  readonly output: Output;
}

/**
 * Restores a space, or only checks that it can be restored, and prints what was.
 * @throws BackupRefusal or DomainError with what keeps it from being restored; nothing is restored then
 * @throws StartRefusal if there is no installation
 */
export async function restoreOneSpace(config: Config, tools: PostgresTools, request: SpaceRequest): Promise<void> {
  const { folder, space, switches, output } = request;
  const restored = await withStore(config, async (store) => {
    const found = await findBackup(folder, PROGRAM_BUILD);
    rejectOlder(found);
    await rejectDamagedDatabase(found);
    const { name, kind } = found.manifest.database;
    return readBackupRows({ file: join(found.path, name), kind, tools }, wantedRows(space), async (rows) => {
      const knownSecrets = await secretsOf(found, config);
      return withParts(store, found, output, (parts) =>
        restoreSpace(parts, {
          rows,
          spaceId: space,
          backupAt: found.manifest.at,
          knownSecrets,
          keepsTokens: switches.has('with-keys'),
          allowsMissing: switches.has('allow-missing-files'),
          isCheck: switches.has('check'),
        }),
      );
    });
  });
  output.print(
    switches.has('json') ? JSON.stringify(factsOf(restored), null, 2) : textOf(restored, switches.has('check')),
  );
}

async function withParts<T>(
  { config, database, journal, usage, secret }: OpenStore,
  { path, manifest }: FoundBackup,
  output: Output,
  work: (parts: RestoreParts) => Promise<T>,
): Promise<T> {
  const storage = await openStorage(config.storage);
  const spool = new Spool(config.uploadFolder);
  const files = new Files({ database, storage, spool, clock: systemClock });
  let bar: ProgressBar | undefined;
  try {
    return await work({
      ...{ database, journal, usage, root: secret, clock: systemClock, auditDays: config.auditDays },
      secrets: new WebhookSecrets(secret),
      places: { files, spool, folder: manifest.files === null ? null : path },
      onProgress: (done, total) => {
        bar ??= progressBar('Restoring', total, output);
        bar.show(done);
      },
    });
  } finally {
    bar?.clear();
    await storage.close();
    giveAway(config);
  }
}

/** What root has stored, the service has to be able to read and delete. */
function giveAway({ dataDir, storage, uploadFolder }: Config): void {
  const folders = [uploadFolder, ...(storage.kind === 'folder' ? [storage.folder] : [])];
  for (const folder of folders) if (existsSync(folder)) giveToOwnerOf(dataDir, folder);
}

/** Rows are copied as they are, so that they have to be of this program's tables. */
function rejectOlder({ path, manifest }: FoundBackup): void {
  const missing = migrations.find(({ name }) => !manifest.database.migrations.includes(name));
  if (missing === undefined) return;
  throw new BackupRefusal(
    `${path} was made by an older version, ${manifest.program}, without migration ${missing.name}. Restore it into an empty folder by \`lectern restore\`, start the service there once, make a backup of that, and restore the space from it.`,
  );
}

async function secretsOf({ path, manifest }: FoundBackup, { secrets }: Config): Promise<string[]> {
  const own = secrets.secret === null ? [] : [secrets.secret];
  if (manifest.secret === null) return own;
  return [...own, (await readFile(join(path, SECRET_FILE), 'utf8')).trim()];
}

function factsOf(restored: RestoredSpace): object {
  const { from, space, name, account, environments, entries, assets, files, keys, webhooks, views } = restored;
  return {
    ...{ from, space, name, account, account_restored: restored.isAccountRestored, environments },
    environments_left_out: restored.unfinishedEnvironments,
    ...{ entries, assets, files },
    api_keys: { count: keys.count, valid: keys.withToken },
    webhooks: { count: webhooks.count, switched_off: webhooks.areOff },
    views,
    members_restored: restored.members,
    former_members: restored.formerMembers,
  };
}

function textOf(restored: RestoredSpace, isCheck: boolean): string {
  const { from, space, name, account, environments, entries, assets, files, keys, webhooks, views } = restored;
  const place = from === space ? `The space "${name}" (${from})` : `A copy of the space "${name}" (${from})`;
  const lines = [
    isCheck ? `${place} can be restored; nothing was written. It has:` : `${place} is restored as ${space}:`,
    `  account       ${account}${restored.isAccountRestored ? `, restored with ${restored.members} members` : ''}`,
    `  environments  ${environments.join(', ')}`,
    `  content       ${entries} entries, ${assets} assets, ${files} files`,
    `  API keys      ${keys.count}, of which ${keys.withToken} are valid; rotate the others to use them`,
    `  webhooks      ${webhooks.count}${webhooks.areOff ? ', switched off, because the space is still there too' : ''}`,
    `  views         ${views}`,
  ];
  const { unfinishedEnvironments: unfinished, formerMembers: former } = restored;
  if (unfinished.length > 0) lines.push(`Left out, as they were being made: ${unfinished.join(', ')}.`);
  if (former.length > 0) lines.push(`Members then, and not now: ${former.join(', ')}. Invite them if that is wanted.`);
  return lines.join('\n');
}
