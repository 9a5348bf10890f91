/**
 * The command `lectern audit`: opens the database itself, whether the service runs or not. `verify` changes nothing.
 * Exit codes: 0 done and intact, 1 not intact or nothing found, 2 wrong usage.
 */
import { eraseDetailsOfUser } from '../../events/audit/erasure.ts';
import { verifyAudit } from '../../events/audit/sealing/verification.ts';
import type { Config } from '../../platform/config/config.ts';
import { type Arguments, exitCodes, readArguments, requiredValue, UsageError } from '../arguments.ts';
import { withStore } from '../open-store.ts';
import { type Output, programOutput } from '../output.ts';
import { runWithUsage } from '../run-with-usage.ts';
import { isEmpty, isWhole, verificationFacts, verificationText } from './verification-report.ts';

const auditUsage = `Usage: lectern audit verify [--account <id>] [--json]
       lectern audit erase --user <id> [--json]

verify checks that no record of the audit was altered, removed or put in since it was written.
erase takes name, address, program and changes out of all records of a user, for good.

  --account <id>   the audit of one account alone
  --user <id>      the user whose details are erased
  --json           print what was found or done as JSON

Both read the database that LECTERN_DATA_DIR or LECTERN_DATABASE_URL names, under LECTERN_SECRET.`;

const shapes = {
  verify: { values: ['account'], switches: ['json'], words: ['action'] },
  erase: { values: ['user'], switches: ['json'], words: ['action'] },
} as const;

/** The actor that the audit names for an erasure: whoever runs the installation. */
const ERASER = 'lectern audit erase';

/**
 * Runs the command.
 * @param argv the arguments after `lectern audit`
 * @returns the exit code
 */
export function runAudit(argv: readonly string[], config: Config, output: Output = programOutput()): Promise<number> {
  return runWithUsage(argv, { usage: auditUsage, output }, () => {
    const action = argv[0] === 'erase' ? 'erase' : 'verify';
    const given = readArguments(argv, shapes[action]);
    if (given.words[0] !== action)
      throw new UsageError(`"${given.words[0]}" is not an audit command; use verify or erase.`);
    return action === 'erase' ? erase(given, config, output) : verify(given, config, output);
  });
}

async function verify({ values, switches }: Arguments, config: Config, output: Output): Promise<number> {
  const account = values.get('account');
  const found = await withStore(config, (store) => verifyAudit(store, account));
  const facts = switches.has('json');
  output.print(facts ? JSON.stringify(verificationFacts(found), null, 2) : verificationText(found, account));
  return isWhole(found) && !isEmpty(found) ? exitCodes.done : exitCodes.failed;
}

async function erase(given: Arguments, config: Config, output: Output): Promise<number> {
  const user = requiredValue(given, 'user');
  const erased = await withStore(config, (store) => eraseDetailsOfUser(store, user, { by: ERASER }));
  const text = `The details of ${erased} records were erased.`;
  output.print(given.switches.has('json') ? JSON.stringify({ user, erased }, null, 2) : text);
  return exitCodes.done;
}
