/** The command `lectern user`: deletes and restores users and lets them in again, whether the service runs or not. */

import { resetSecondFactor } from '../../identity/auth/second-factor/reset.ts';
import { makePasswordReset, verifyAddress } from '../../identity/auth/users/operator-help.ts';
import { userByEmail } from '../../identity/auth/users/user-by-email.ts';
import { UserDeletion } from '../../identity/auth/users/user-deletion.ts';
import { listUsers, type UserFilter, userStatuses } from '../../identity/operator/operator-lists.ts';
import type { Config } from '../../platform/config/config.ts';
import { systemActor } from '../../platform/journal/actor.ts';
import { isoTime, systemClock } from '../../platform/kit/clock.ts';
import { Outbox } from '../../platform/outgoing/mail/outbox.ts';
import type { OpenStore } from '../open-store.ts';
import { type Output, programOutput } from '../output.ts';
import { type Action, type Done, type OperatorCommand, runOperatorCommand } from './operator-command.ts';

const usage = `Usage: lectern user list [--account <id>] [--email <text>] [--status active|unverified|suspended|deleting] [--limit <number>]
                         [--json]
       lectern user delete <email> [--json]
       lectern user restore <email> [--json]
       lectern user reset-second-factor <email> [--json]
       lectern user reset-password <email> [--json]
       lectern user verify <email> [--json]

list prints users, the oldest first: id, status, whether the address is verified, accounts, time of creation, address and
name. It only reads.
delete deletes the user with their memberships, sessions and personal data, 14 days later; they are mailed. It is refused
for the last owner of an account.
restore takes the deletion back, as long as it has not begun.
reset-second-factor takes authenticator app, passkeys and recovery codes from the user, who is mailed; from then on the
password alone logs them in.
reset-password prints a token that sets a new password once, within an hour; give it to the owner of the address on a safe
way. If nobody had proven the address before, sessions, second factors and management keys of the user end when it is used.
verify takes the address for verified, where mail does not arrive. The password of whoever signed up with it stays, their
sessions and second factors end. If you do not know that it was the owner of the address, use reset-password instead.

  --account <id>      those who belong to an account
  --email <text>      those whose address has the text in it
  --status <status>   those in that state
  --limit <number>    no more than that many
  --json              print what was found or done as JSON

All of them work on the database that LECTERN_DATA_DIR or LECTERN_DATABASE_URL names, under LECTERN_SECRET.`;

const userCommand: OperatorCommand = {
  noun: 'user',
  words: ['email'],
  usage,
  list: {
    filters: { account: null, email: null, status: userStatuses },
    columns: ['id', 'status', 'verified', 'accounts', 'created_at', 'email', 'name'],
    lines: ({ database }, filters) => listUsers(database.reader, filters as UserFilter),
  },
  actions: {
    delete: deletion('delete'),
    restore: deletion('restore'),
    'reset-second-factor': resetting,
    'reset-password': passwordReset,
    verify: verification,
  },
};

/**
 * Runs the command.
 * @param argv the arguments after `lectern user`
 * @returns the exit code
 */
export function runUser(argv: readonly string[], config: Config, output: Output = programOutput()): Promise<number> {
  return runOperatorCommand(userCommand, argv, { config, output });
}

function deletion(name: 'delete' | 'restore'): Action {
  return async ({ database, journal, secret }, email) => {
    const { id, accountId } = await userByEmail(database.reader, email);
    const rules = new UserDeletion({ journal, outbox: new Outbox({ secret, clock: systemClock }) });
    const actor = systemActor(`lectern user ${name}`, accountId);
    const user = name === 'delete' ? await rules.request(actor, id) : await rules.restore(actor, id);
    const deletionAt = isoTime(user.deletion_at);
    const text =
      deletionAt === null
        ? `The user ${email} (${id}) will not be deleted.`
        : `The user ${email} (${id}) will be deleted at ${deletionAt}.`;
    return { text, facts: { user: id, deletion_at: deletionAt } };
  };
}

async function resetting({ database, journal, secret }: OpenStore, email: string): Promise<Done> {
  const { id, accountId } = await userByEmail(database.reader, email);
  const outbox = new Outbox({ secret, clock: systemClock });
  const actor = systemActor('lectern user reset-second-factor', accountId);
  const changed = await resetSecondFactor({ journal, outbox }, actor, id);
  const text = changed
    ? `The user ${email} (${id}) no longer has a second factor; their password alone logs them in.`
    : `The user ${email} (${id}) has no second factor.`;
  return { text, facts: { user: id, changed } };
}

async function passwordReset({ config, database, journal }: OpenStore, email: string): Promise<Done> {
  const { id, accountId } = await userByEmail(database.reader, email);
  const made = await makePasswordReset({ journal }, systemActor('lectern user reset-password', accountId), id);
  const expiresAt = isoTime(made.expiresAt);
  const link = config.publicUrl === null ? null : `${config.publicUrl}/reset-password?token=${made.token}`;
  const way = link ?? `${made.token} (send it with the new password to POST /auth/reset-password)`;
  const text = `A new password for ${email} (${id}) can be set once until ${expiresAt} with:\n${way}`;
  return { text, facts: { user: id, token: made.token, url: link, expires_at: expiresAt } };
}

async function verification({ database, journal, secret }: OpenStore, email: string): Promise<Done> {
  const { id, accountId } = await userByEmail(database.reader, email);
  const outbox = new Outbox({ secret, clock: systemClock });
  const changed = await verifyAddress({ journal, outbox }, systemActor('lectern user verify', accountId), id);
  const text = `The address ${email} (${id}) ${changed ? 'is' : 'was already'} verified.`;
  return { text, facts: { user: id, changed } };
}
