/** The command `lectern account`: suspends, resumes, deletes and restores an account, whether the service runs or not. */
import { AccountDeletion } from '../../identity/accounts/account-deletion.ts';
import { Accounts, type SuspensionOutcome } from '../../identity/accounts/accounts.ts';
import { type AccountFilter, accountStatuses, listAccounts } from '../../identity/operator/operator-lists.ts';
import type { Config } from '../../platform/config/config.ts';
import { systemActor } from '../../platform/journal/actor.ts';
import { systemClock } from '../../platform/kit/clock.ts';
import { Outbox } from '../../platform/outgoing/mail/outbox.ts';
import type { OpenStore } from '../open-store.ts';
import { type Output, programOutput } from '../output.ts';
import { type Action, type OperatorCommand, runOperatorCommand } from './operator-command.ts';

const usage = `Usage: lectern account list [--email <text>] [--status active|suspended|deleting] [--limit <number>] [--json]
       lectern account suspend <id> [--json]
       lectern account resume <id> [--json]
       lectern account delete <id> [--json]
       lectern account restore <id> [--json]

list prints accounts, the oldest first: id, status, plan, spaces, members, time of creation and name. It only reads.
suspend refuses every request to the account with 403 account_suspended; resume ends that, but for a late payment.
delete deletes the account with everything in it, 14 days later; its owners are mailed.
restore takes the deletion back, as long as it has not begun.

  --email <text>      those with a member whose address has the text in it
  --status <status>   those in that state
  --limit <number>    no more than that many
  --json              print what was found or done as JSON

All of them work on the database that LECTERN_DATA_DIR or LECTERN_DATABASE_URL names, under LECTERN_SECRET. A running
service follows within a second.`;

const accountCommand: OperatorCommand = {
  noun: 'account',
  words: ['id'],
  usage,
  list: {
    filters: { email: null, status: accountStatuses },
    columns: ['id', 'status', 'plan', 'spaces', 'members', 'created_at', 'name'],
    lines: ({ database }, filters) => listAccounts(database.reader, filters as AccountFilter),
  },
  actions: {
    suspend: suspending(true),
    resume: suspending(false),
    delete: deletion('delete'),
    restore: deletion('restore'),
  },
};

/**
 * Runs the command.
 * @param argv the arguments after `lectern account`
 * @returns the exit code
 */
export function runAccount(argv: readonly string[], config: Config, output: Output = programOutput()): Promise<number> {
  return runOperatorCommand(accountCommand, argv, { config, output });
}

function suspending(isSuspended: boolean): Action {
  return async (store, id) => {
    const actor = systemActor(`lectern account ${isSuspended ? 'suspend' : 'resume'}`, id);
    const outcome = await new Accounts(store).suspend(actor, isSuspended);
    return {
      text: textOf(id, isSuspended, outcome),
      facts: { account: id, suspended: outcome.suspended, changed: outcome.changed },
    };
  };
}

function textOf(id: string, isSuspended: boolean, { changed, suspended }: SuspensionOutcome): string {
  if (suspended && !isSuspended)
    return `The account ${id} is suspended for a late payment; give it a plan with lectern billing assign ${id} <plan>.`;
  const state = suspended ? 'suspended' : 'in use';
  return changed ? `The account ${id} is ${state}.` : `The account ${id} was ${state} already.`;
}

function deletion(name: 'delete' | 'restore'): Action {
  return async (store, id) => {
    const actor = systemActor(`lectern account ${name}`, id);
    const rules = deletionIn(store);
    const account = name === 'delete' ? await rules.request(actor, id) : await rules.restore(actor, id);
    const text =
      account.deletion_at === null
        ? `The account "${account.name}" (${id}) will not be deleted.`
        : `The account "${account.name}" (${id}) will be deleted at ${account.deletion_at}.`;
    return { text, facts: { account: id, deletion_at: account.deletion_at } };
  };
}

function deletionIn({ journal, secret }: OpenStore): AccountDeletion {
  return new AccountDeletion({ journal, outbox: new Outbox({ secret, clock: systemClock }) });
}
