/** The commands of the program by name, and what each of them does with an invalid configuration. */
import { CONFIGURATION_EXIT_CODE, ConfigurationError } from '../platform/config/configuration-error.ts';
import { StartRefusal } from '../platform/errors/start-refusal.ts';
import { unusablePlace } from '../platform/errors/unusable-place.ts';
import { hasErrorCode } from '../platform/kit/system-error.ts';

type Command = (argv: readonly string[]) => Promise<number>;

const EXIT_FAILED = 1;
const EXIT_WRONG_USE = 2;

/** Each command loads its own code, so that none waits for that of another. */
const commands: Readonly<Record<string, Command>> = {
  start: async (argv) => {
    const { runStart } = await import('./start/start.ts');
    const { processEnvironment } = await import('../platform/config/read-variables.ts');
    return runStart(argv, processEnvironment());
  },
  migrate: async (argv) => {
    const { runMigrate } = await import('./migrate.ts');
    const { readConfig } = await import('../platform/config/config.ts');
    return runMigrate(argv, readConfig());
  },
  import: async (argv) => {
    const { runImport } = await import('./import/import-command.ts');
    const { processEnvironment } = await import('../platform/config/read-variables.ts');
    return runImport(argv, processEnvironment());
  },
  export: async (argv) => {
    const { runExport } = await import('./transfer/export-command.ts');
    const { processEnvironment } = await import('../platform/config/read-variables.ts');
    return runExport(argv, processEnvironment());
  },
  audit: async (argv) => {
    const { runAudit } = await import('./audit/audit-command.ts');
    const { readConfig } = await import('../platform/config/config.ts');
    return runAudit(argv, readConfig());
  },
  account: async (argv) => {
    const { runAccount } = await import('./people/account-command.ts');
    const { readConfig } = await import('../platform/config/config.ts');
    return runAccount(argv, readConfig());
  },
  user: async (argv) => {
    const { runUser } = await import('./people/user-command.ts');
    const { readConfig } = await import('../platform/config/config.ts');
    return runUser(argv, readConfig());
  },
  space: async (argv) => {
    const { runSpace } = await import('./lists/space-command.ts');
    const { readConfig } = await import('../platform/config/config.ts');
    return runSpace(argv, readConfig());
  },
  webhook: async (argv) => {
    const { runWebhook } = await import('./lists/webhook-command.ts');
    const { readConfig } = await import('../platform/config/config.ts');
    return runWebhook(argv, readConfig());
  },
  health: async (argv) => {
    const { runHealth } = await import('./health/health-command.ts');
    const { processEnvironment } = await import('../platform/config/read-variables.ts');
    return runHealth(argv, processEnvironment());
  },
  top: async (argv) => {
    const { runTop } = await import('./top/top-command.ts');
    const { processEnvironment } = await import('../platform/config/read-variables.ts');
    return runTop(argv, processEnvironment());
  },
  secret: async (argv) => {
    const { runSecret } = await import('./secret/secret-command.ts');
    const { readConfig } = await import('../platform/config/config.ts');
    return runSecret(argv, readConfig());
  },
  billing: async (argv) => {
    const { runBilling } = await import('./billing/billing-command.ts');
    const { readConfig } = await import('../platform/config/config.ts');
    return runBilling(argv, readConfig());
  },
  backup: async (argv) => {
    const { runBackup } = await import('./backup/backup-command.ts');
    const { processEnvironment } = await import('../platform/config/read-variables.ts');
    return runBackup(argv, processEnvironment());
  },
  restore: async (argv) => {
    const { runRestore } = await import('./backup/restore-command.ts');
    const { processEnvironment } = await import('../platform/config/read-variables.ts');
    return runRestore(argv, processEnvironment());
  },
  doctor: async (argv) => {
    const { runDoctor } = await import('./doctor/doctor-command.ts');
    const { readConfig } = await import('../platform/config/config.ts');
    return runDoctor(argv, readConfig());
  },
  move: async (argv) => {
    const { runMove } = await import('./move/move-command.ts');
    const { processEnvironment } = await import('../platform/config/read-variables.ts');
    return runMove(argv, processEnvironment());
  },
  types: async (argv) => {
    const { runTypes } = await import('../../../client/src/generate/types-command.ts');
    const { processEnvironment } = await import('../platform/config/read-variables.ts');
    return runTypes(argv, processEnvironment());
  },
  demo: async (argv) => {
    const { runDemo } = await import('./demo/demo-command.ts');
    const { processEnvironment } = await import('../platform/config/read-variables.ts');
    return runDemo(argv, processEnvironment());
  },
};

/** The names of all commands. */
export const commandNames: readonly string[] = Object.keys(commands);

const usage = `Usage: lectern <command>

  start     run the service (start --help)
  demo      run the service with a small set of content to try
  import    bring content in from another system, or back from an export (import --help)
  export    write the content of a space into a folder (export --help)
  backup    copy database, files and secret to a folder (backup --help)
  restore   fill a new data folder from a backup, or bring back one space (restore --help)
  doctor    find what is wrong, and mend what can be (doctor --help)
  move      make a cluster of an embedded installation (move --help)
  audit     check that the audit is as it was written (audit --help)
  account   list accounts; suspend, resume, delete or restore one (account --help)
  user      list users; delete, restore or let one in (user --help)
  space     list spaces (space --help)
  webhook   list webhooks with their queues (webhook --help)
  health    ask a running service whether it is well (health --help)
  top       show what a running service does: busiest spaces and keys, slowest requests, stuck webhooks (top --help)
  secret    rotate the secret of the installation (secret --help)
  billing   confirm orders, and see and set the plans of accounts (billing --help)
  types     write the content model as TypeScript, for @lectern/client (types --help)
  migrate   bring the database's tables up to date, and exit (migrate --help)

  --version

Settings come from the environment: docs/reference/configuration.md lists them.`;

/**
 * Runs the command that the arguments name.
 * @returns the exit code: 0 done, 1 failed, 2 wrong use, 78 what an operator has to mend
 */
export async function runCommand(argv: readonly string[]): Promise<number> {
  const [name, ...rest] = argv;
  if (name === undefined || name === 'help' || name === '--help') {
    process.stdout.write(`${usage}\n`);
    return name === undefined ? EXIT_WRONG_USE : 0;
  }
  if (name === '--version') return printVersion();
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) return wrongUse(`There is no command "${name}"; use one of these.\n\n${usage}`);
  try {
    return await command(rest);
  } catch (error) {
    return failed(error);
  }
}

async function printVersion(): Promise<number> {
  const { INTERFACE_VERSION, PROGRAM_BUILD } = await import('../platform/config/program-version.ts');
  process.stdout.write(`lectern ${PROGRAM_BUILD} (interface ${INTERFACE_VERSION})\n`);
  return 0;
}

function failed(error: unknown): number {
  if (error instanceof ConfigurationError) {
    process.stderr.write(
      `The configuration is invalid:\n${error.problems.map((problem) => `  ${problem}\n`).join('')}`,
    );
    return CONFIGURATION_EXIT_CODE;
  }
  const told = placeOf(error) ?? error;
  process.stderr.write(`lectern: ${told instanceof Error ? told.message : String(told)}\n`);
  return told instanceof StartRefusal ? CONFIGURATION_EXIT_CODE : EXIT_FAILED;
}

/** The refusal of a file or folder that the system does not let this program use; undefined for other errors. */
function placeOf(error: unknown): StartRefusal | undefined {
  if (!hasErrorCode(error, 'EACCES', 'EPERM', 'EROFS')) return undefined;
  const { path } = error as NodeJS.ErrnoException;
  return path === undefined ? undefined : unusablePlace(path, error, 'name another place');
}

function wrongUse(message: string): number {
  process.stderr.write(`${message}\n`);
  return EXIT_WRONG_USE;
}
