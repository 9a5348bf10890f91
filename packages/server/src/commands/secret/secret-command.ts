/**
 * The command `lectern secret`: rotates the installation's secret, whether the service runs or not. The root secret and the
 * keys derived from it do not change, so everything encrypted, signed or sealed before stays readable.
 */
import type { Config } from '../../platform/config/config.ts';
import { ensureSecret, newSecret, replaceSecret, secretFile } from '../../platform/config/secret.ts';
import {
  addSecret,
  countSecrets,
  findRoot,
  isNewestSecret,
  keepOnlySecret,
} from '../../platform/database/installation-secret.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import type { OpenStore } from '../open-store.ts';
import { type Output, programOutput } from '../output.ts';
import { type Done, type OperatorCommand, runOperatorCommand } from '../people/operator-command.ts';

/** The current secret, and the one that replaces it. */
const SECRETS_MAX = 2;

const usage = `Usage: lectern secret rotate [--json]
       lectern secret retire [--json]
       lectern secret cancel [--json]

rotate makes a new secret valid. Where the secret is a file of the data folder, the new one replaces it, and the former
one ends. Where it is in LECTERN_SECRET, the new one is printed, and both are valid until retire is called.
retire ends the former secret, once LECTERN_SECRET has the new one. It is refused under the former.
cancel gives up a new secret that was lost or is not wanted: under the former one, it ends the new one.

  --json   print what was done as JSON

All of them write to the database that LECTERN_DATA_DIR or LECTERN_DATABASE_URL names. A running service goes on.`;

const secretCommand: OperatorCommand = { noun: 'secret', words: [], usage, actions: { rotate, retire, cancel } };

/**
 * Runs the command.
 * @param argv the arguments after `lectern secret`
 * @returns the exit code
 */
export function runSecret(argv: readonly string[], config: Config, output: Output = programOutput()): Promise<number> {
  return runOperatorCommand(secretCommand, argv, { config, output });
}

async function rotate({ config, database, secret: root }: OpenStore): Promise<Done> {
  const fresh = newSecret();
  await database.write(async (writer) => {
    if ((await countSecrets(writer)) >= SECRETS_MAX)
      throw new DomainError(
        'conflict',
        'Two secrets are valid already: call `lectern secret retire` under the new one, or `lectern secret cancel` under the former.',
      );
    await addSecret(writer, root, fresh);
  });
  if (config.secrets.secret !== null) {
    const text = `${fresh}\n\nSet LECTERN_SECRET to it on every node, restart them one after the other, and call \`lectern secret retire\` with it. Both secrets are valid until then.`;
    return { text, facts: { secret: fresh, valid: SECRETS_MAX } };
  }
  // If the process is killed between these steps, both secrets are valid and one of them is in the file.
  replaceSecret(config.dataDir, fresh);
  await database.write((writer) => keepOnlySecret(writer, fresh));
  const file = secretFile(config.dataDir);
  return { text: `${file} holds a new secret; back it up together with the database.`, facts: { file, valid: 1 } };
}

async function retire(store: OpenStore): Promise<Done> {
  const present = presentSecret(store);
  const ended = await store.database.write(async (writer) => {
    if (!(await isNewestSecret(writer, present))) throw former(store);
    return keepOnlySecret(writer, present);
  });
  const text = ended === 0 ? 'No other secret was valid.' : 'The former secret is no longer valid.';
  return { text, facts: { ended } };
}

async function cancel(store: OpenStore): Promise<Done> {
  const present = presentSecret(store);
  const ended = await store.database.write(async (writer) => {
    if (await isNewestSecret(writer, present)) {
      if ((await countSecrets(writer)) === 1) return 0;
      throw new DomainError(
        'conflict',
        `${placeOf(store)} has the new secret, and nothing was changed: call \`lectern secret retire\` to end the former, or this with the former.`,
      );
    }
    if ((await findRoot(writer, present)) === null)
      throw new DomainError('conflict', `The secret in ${placeOf(store)} was ended meanwhile; nothing was changed.`);
    return keepOnlySecret(writer, present);
  });
  const text = ended === 0 ? 'No other secret was valid.' : 'The new secret is no longer valid; the former one stays.';
  return { text, facts: { ended } };
}

function former(store: OpenStore): DomainError {
  return new DomainError(
    'conflict',
    `${placeOf(store)} has the former secret: this would end the new one, so nothing was changed. Call it with the secret that \`lectern secret rotate\` printed; to give that one up, call \`lectern secret cancel\`.`,
  );
}

/** The secret that the command was called with. */
function presentSecret({ config }: OpenStore): string {
  return config.secrets.secret ?? ensureSecret(config.dataDir, { mayMake: false });
}

function placeOf({ config }: OpenStore): string {
  return config.secrets.secret === null ? secretFile(config.dataDir) : 'LECTERN_SECRET';
}
