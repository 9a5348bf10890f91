/** The commands of the program by name. Each loads its own code, so that none waits for that of another. */
import { type Command, type CommandFrame, exitCodes, programFrame, type Variables } from '../program/command-frame.ts';

interface Listed {
  readonly summary: string;
  readonly load: () => Promise<Command>;
}

const commands: Readonly<Record<string, Listed>> = {
  types: {
    summary: 'write the content model as TypeScript',
    load: async () => (await import('../generate/types-command.ts')).runTypes,
  },
  pull: {
    summary: 'write the content types of an environment as files',
    load: async () => (await import('./pull.ts')).runPull,
  },
  diff: {
    summary: 'say what push would change',
    load: async () => (await import('./diff.ts')).runDiff,
  },
  push: {
    summary: 'make the content types of an environment what the files say',
    load: async () => (await import('./push.ts')).runPush,
  },
  branch: {
    summary: 'clone an environment',
    load: async () => (await import('./branch.ts')).runBranch,
  },
  merge: {
    summary: 'bring the changes of another environment into one',
    load: async () => (await import('./merge.ts')).runMerge,
  },
  migrate: {
    summary: 'change content by functions that are kept as code',
    load: async () => (await import('./migrate.ts')).runMigrate,
  },
};

/** The names of the commands. */
export const clientCommandNames = Object.keys(commands);

/** The program: its first argument is the name of a command. @returns the exit code */
export async function runProgram(
  [name, ...rest]: readonly string[],
  variables: Variables,
  frame: CommandFrame = programFrame,
): Promise<number> {
  const command = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command !== undefined) return (await command.load())(rest, variables, frame);
  if (name === '--help') frame.print(usage());
  else frame.printError(usage());
  return name === '--help' ? exitCodes.done : exitCodes.wrongUse;
}

function usage(): string {
  const names = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(10)}${summary}`);
  return ['Usage: lectern <command>', '', ...names, '', '`lectern <command> --help` says how each is used.'].join('\n');
}
