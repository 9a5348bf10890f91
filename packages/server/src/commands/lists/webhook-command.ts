/** The command `lectern webhook`: lists webhooks with their queues, whether the service runs or not. */
import { listWebhooks, type WebhookFilter, webhookStatuses } from '../../events/webhooks/operator-list.ts';
import type { Config } from '../../platform/config/config.ts';
import { type Output, programOutput } from '../output.ts';
import { type OperatorCommand, runOperatorCommand } from '../people/operator-command.ts';

const usage = `Usage: lectern webhook list [--account <id>] [--space <id>] [--status active|failing|off] [--limit <number>] [--json]

Lists webhooks, the oldest first: id, account, space, status, failed attempts since the last success and since when, attempts
that wait and since when the first of them has been due, address without its query, and name.

  --account <id>      those of one account
  --space <id>        those of one space
  --status <status>   failing: the latest attempts failed; off: switched off, by a person or by Lectern
  --limit <number>    no more than that many
  --json              print them as a JSON array, one a line

It only reads the database that LECTERN_DATA_DIR or LECTERN_DATABASE_URL names. The service may run meanwhile.`;

const webhookCommand: OperatorCommand = {
  noun: 'webhook',
  words: [],
  usage,
  actions: {},
  list: {
    filters: { account: null, space: null, status: webhookStatuses },
    columns: ['id', 'account', 'space', 'status', 'failures', 'failing_since', 'waiting', 'due_since', 'url', 'name'],
    lines: ({ database }, filters, now) => listWebhooks(database.reader, filters as WebhookFilter, now),
  },
};

/**
 * Runs the command.
 * @param argv the arguments after `lectern webhook`
 * @returns the exit code
 */
export function runWebhook(argv: readonly string[], config: Config, output: Output = programOutput()): Promise<number> {
  return runOperatorCommand(webhookCommand, argv, { config, output });
}
