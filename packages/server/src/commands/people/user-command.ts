/** The command `lectern user`: deletes and restores a user, whether the service runs or not. */
import { userByEmail } from '../../identity/users/user-by-email.ts';
import { UserDeletion } from '../../identity/users/user-deletion.ts';
import type { Config } from '../../platform/config/config.ts';
import { systemActor } from '../../platform/journal/actor.ts';
import { isoTime, systemClock } from '../../platform/kit/clock.ts';
import { Outbox } from '../../platform/outgoing/mail/outbox.ts';
import { type Output, programOutput } from '../output.ts';
import { type Action, type OperatorCommand, runOperatorCommand } from './operator-command.ts';

const usage = `Usage: lectern user delete <email> [--json]
       lectern user restore <email> [--json]

delete deletes the user with their memberships, sessions and personal data, 14 days later; they are mailed. It is refused
for the last owner of an account.
restore takes the deletion back, as long as it has not begun.

  --json   print what was done as JSON

Both write to the database that LECTERN_DATA_DIR or LECTERN_DATABASE_URL names, under LECTERN_SECRET.`;

const userCommand: OperatorCommand = {
  noun: 'user',
  subject: 'email',
  usage,
  actions: { delete: deletion('delete'), restore: deletion('restore') },
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
