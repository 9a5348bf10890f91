/**
 * The root secret of an installation, from which all keys are derived. It is random, never changes, and is stored in the
 * database encrypted under each valid secret. So a wrong secret is noticed before anything is written, and the secret can be
 * rotated while nodes keep running with the former one. In databases older than this table, the root is the secret that they
 * had then.
 */
import { randomBytes } from 'node:crypto';
import { StartRefusal } from '../errors/start-refusal.ts';
import { SealedBox } from '../kit/sealed-box.ts';
import type { Reader, Writer } from './database.ts';

const ROOT_BYTES = 32;
const ID_BYTES = 8;
const PURPOSE = 'installation';

/** How a database is opened. */
export interface Opening {
  /** The configured secret. */
  readonly secret: string;
  /** What the operator has to fix if the secret is wrong, as a sentence. */
  readonly remedy: string;
  /** Whether the database was created just now. */
  readonly isNew: boolean;
}

/**
 * The root secret. The first call on a database stores it there.
 * @throws StartRefusal if the database belongs to another secret
 */
export async function checkSecretOfDatabase(writer: Writer, { secret, remedy, isNew }: Opening): Promise<string> {
  if ((await countSecrets(writer)) === 0) {
    const root = isNew ? randomBytes(ROOT_BYTES).toString('hex') : secret;
    await addSecret(writer, root, secret);
    return root;
  }
  const found = await findRoot(writer, secret);
  if (found !== null) return found;
  throw new StartRefusal(`The secret is not that of the database; nothing was written. ${remedy}`);
}

/** The root secret that a secret opens; null if it opens none. */
export async function findRoot(reader: Reader, secret: string): Promise<string | null> {
  const rows = await secretRows(reader);
  return rows.map(({ root }) => opened(root, secret)).find((root) => root !== null) ?? null;
}

/** Makes another secret valid, as the newest. */
export async function addSecret(writer: Writer, root: string, secret: string): Promise<void> {
  const before = (await secretRows(writer)).at(-1)?.created_at ?? 0;
  const values = {
    id: randomBytes(ID_BYTES).toString('hex'),
    root: new SealedBox(secret, PURPOSE).seal(root),
    // The clock of another machine may be behind.
    created_at: Math.max(Date.now(), before + 1),
  };
  await writer.insertInto('installation_secrets').values(values).execute();
}

/** Invalidates all secrets except one. @returns how many */
export async function keepOnlySecret(writer: Writer, secret: string): Promise<number> {
  const others = (await secretRows(writer)).filter(({ root }) => opened(root, secret) === null);
  for (const { id } of others) await writer.deleteFrom('installation_secrets').where('id', '=', id).execute();
  return others.length;
}

/** Whether a secret is the one that was made valid last. */
export async function isNewestSecret(reader: Reader, secret: string): Promise<boolean> {
  const newest = (await secretRows(reader)).at(-1);
  return newest !== undefined && opened(newest.root, secret) !== null;
}

/** How many secrets are valid. */
export async function countSecrets(reader: Reader): Promise<number> {
  return (await secretRows(reader)).length;
}

function secretRows(reader: Reader) {
  return reader.selectFrom('installation_secrets').select(['id', 'root', 'created_at']).orderBy('created_at').execute();
}

/** Null if the root was encrypted under another secret. */
function opened(root: Uint8Array, secret: string): string | null {
  try {
    return new SealedBox(secret, PURPOSE).open(root);
  } catch {
    return null;
  }
}
