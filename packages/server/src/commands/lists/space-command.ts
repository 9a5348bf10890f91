/** The command `lectern space`: lists spaces, whether the service runs or not. */
import { listSpaces } from '../../model/spaces/operator-list.ts';
import type { Config } from '../../platform/config/config.ts';
import { type Output, programOutput } from '../output.ts';
import { type OperatorCommand, runOperatorCommand } from '../people/operator-command.ts';

const usage = `Usage: lectern space list [--account <id>] [--limit <number>] [--json]

Lists spaces, the oldest first: id, account, environments, time of creation and name.

  --account <id>     those of one account
  --limit <number>   no more than that many
  --json             print them as a JSON array, one a line

It only reads the database that LECTERN_DATA_DIR or LECTERN_DATABASE_URL names. The service may run meanwhile.`;

const spaceCommand: OperatorCommand = {
  noun: 'space',
  words: [],
  usage,
  actions: {},
  list: {
    filters: { account: null },
    columns: ['id', 'account', 'environments', 'created_at', 'name'],
    lines: ({ database }, { account }) => listSpaces(database.reader, { account }),
  },
};

/**
 * Runs the command.
 * @param argv the arguments after `lectern space`
 * @returns the exit code
 */
export function runSpace(argv: readonly string[], config: Config, output: Output = programOutput()): Promise<number> {
  return runOperatorCommand(spaceCommand, argv, { config, output });
}
