/** What commands that change an environment have in common: their options, and what becomes of wrong use and errors. */
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { LecternError } from '../lectern-error.ts';
import {
  type Command,
  type CommandFrame,
  ENVIRONMENT,
  exitCodes,
  failed,
  messageOf,
  serviceUrl,
  unreadArguments,
  type Variables,
  WrongUse,
} from './command-frame.ts';
import { type Place, Service } from './service.ts';

const FOLDER = 'lectern';

/** The lines of usage that all of them have. */
const placeUsage = `  --folder <folder>         where types and migrations are (default: ${FOLDER})
  --environment <name>      the environment (default: LECTERN_ENVIRONMENT, or ${ENVIRONMENT})
  --space <id>              the space (default: LECTERN_SPACE, or the only one that the key opens)
  --url <address>           the service (default: LECTERN_URL, or the local one)
  --token <key>             a management key (default: LECTERN_MANAGEMENT_KEY)`;

const placeOptions = {
  folder: { type: 'string', default: FOLDER },
  environment: { type: 'string' },
  space: { type: 'string' },
  url: { type: 'string' },
  token: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

type Options = NonNullable<ParseArgsConfig['options']>;
type ValueOf<One> = One extends { type: 'boolean' } ? boolean : One extends { multiple: true } ? string[] : string;
type Given<O extends Options> = { readonly [Name in keyof O]?: ValueOf<O[Name]> };
interface Parsed<O extends Options> {
  readonly values: Given<O> & Given<typeof placeOptions>;
  readonly positionals: string[];
}

/** What a command gets. */
export interface Invocation<O extends Options> extends CommandFrame {
  /** The environment that is named. @throws WrongUse, LecternError */
  readonly open: () => Promise<Service>;
  readonly given: Parsed<O>['values'];
  readonly positionals: readonly string[];
}

/** What makes a command. */
interface PlacedCommand<O extends Options> {
  /** The first line of its usage, behind `lectern`. */
  readonly form: string;
  readonly purpose: string;
  readonly options: O;
  /** Their lines of usage. */
  readonly usage?: string;
  /** How many words it takes beside options. */
  readonly words: readonly [least: number, most: number];
  /** @returns the exit code. @throws Error whose message is shown */
  readonly run: (invocation: Invocation<O>) => Promise<number>;
}

/** A command that runs on the environment that options and variables name. */
export function inPlace<O extends Options>(command: PlacedCommand<O>): Command {
  return (argv, variables, frame) => runInPlace(command, argv, variables, frame);
}

async function runInPlace<O extends Options>(
  command: PlacedCommand<O>,
  argv: readonly string[],
  variables: Variables,
  frame: CommandFrame,
): Promise<number> {
  try {
    const { values, positionals } = parsedArguments(command, argv);
    if (values.help) {
      frame.print(usageOf(command));
      return exitCodes.done;
    }
    const [least, most] = command.words;
    if (positionals.length < least || positionals.length > most)
      throw new WrongUse(`Use it as \`lectern ${command.form}\`.`);
    const open = async () => new Service(await placeOf(values, variables));
    return await command.run({ ...frame, open, given: values, positionals });
  } catch (error) {
    return failed(command.form.split(' ')[0] ?? '', error, frame, shown(error));
  }
}

function parsedArguments<O extends Options>({ options }: PlacedCommand<O>, argv: readonly string[]): Parsed<O> {
  try {
    const all = { ...options, ...placeOptions };
    return parseArgs({ args: [...argv], options: all, allowPositionals: true }) as unknown as Parsed<O>;
  } catch (error) {
    throw unreadArguments(error);
  }
}

/** Where a command works. A key of one space need not be told which. */
async function placeOf(values: Given<typeof placeOptions>, variables: Variables): Promise<Place> {
  const url = serviceUrl(values.url, variables);
  const token = values.token ?? variables.LECTERN_MANAGEMENT_KEY;
  if (!token)
    throw new WrongUse(
      'There is no token; set LECTERN_MANAGEMENT_KEY to a management key, in the environment or in `.env`.',
    );
  const environment = values.environment ?? (variables.LECTERN_ENVIRONMENT || ENVIRONMENT);
  const space = (values.space ?? variables.LECTERN_SPACE) || (await onlySpace({ url, token, environment, space: '' }));
  return { url, token, environment, space };
}

async function onlySpace(place: Place): Promise<string> {
  const { items } = await new Service(place).get<{ items: { id: string }[] }>('spaces');
  const [space, ...others] = items;
  if (space === undefined) throw new WrongUse('The token opens no space; take the management key of one.');
  if (others.length > 0) throw new WrongUse('The token opens more than one space; set LECTERN_SPACE to the id of one.');
  return space.id;
}

function usageOf<O extends Options>({ form, purpose, usage }: PlacedCommand<O>): string {
  return [`Usage: lectern ${form}`, '', purpose, '', ...(usage === undefined ? [] : [usage]), placeUsage].join('\n');
}

/** Errors of the service name what is wrong. */
function shown(error: unknown): string {
  if (!(error instanceof LecternError)) return messageOf(error);
  const { errors = [] } = (error.detail ?? {}) as { errors?: { path: string; message: string }[] };
  return [error.message, ...errors.map(({ path, message }) => `  ${path}: ${message}`)].join('\n');
}
