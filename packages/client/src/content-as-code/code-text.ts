/** Writes values as TypeScript, the way formatters do: on one line where it fits, otherwise one member a line. */
import { quoted } from '../generate/field-types.ts';

const LINE_CHARACTERS_MAX = 100;
const INDENT = '  ';
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/** Text as it is, or members between brackets. */
export type Code =
  | string
  | {
      readonly open: string;
      readonly members: readonly Code[];
      readonly close: string;
      /** Whether there are spaces inside of its brackets on one line. */
      readonly spaced?: boolean;
      /** Whether each member has a line of its own, however short they are. */
      readonly tall?: boolean;
    };

/** A JSON value. */
export function literal(value: unknown): Code {
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return { open: '[', members: value.map(literal), close: ']' };
  if (typeof value !== 'object' || value === null) return String(value);
  return object(Object.entries(value).map(([name, one]) => [name, literal(one)]));
}

/** An object, or the arguments of a function that end with one, as in `string({ required: true })`. */
export function object(
  members: readonly (readonly [name: string, value: Code])[],
  { before = '', after = '', tall = false } = {},
): Code {
  const named = members.map(([name, value]) => prefixed(`${IDENTIFIER.test(name) ? name : quoted(name)}: `, value));
  return { open: `${before}{`, members: named, close: `}${after}`, spaced: true, tall };
}

/** Code behind a text on the same line. */
export function prefixed(text: string, code: Code): Code {
  return around(text, code, '');
}

/** Code between two texts on its lines. */
export function around(before: string, code: Code, after: string): Code {
  if (typeof code === 'string') return before + code + after;
  return { ...code, open: before + code.open, close: code.close + after };
}

/** The text of code that begins at some depth. */
export function textOfCode(code: Code, depth = 0): string {
  const line = onOneLine(code);
  // A comma or semicolon comes behind it.
  if (line !== null && INDENT.length * depth + line.length < LINE_CHARACTERS_MAX) return line;
  if (typeof code === 'string') return code;
  const members = code.members.map((member) => `${INDENT.repeat(depth + 1)}${textOfCode(member, depth + 1)},\n`);
  return `${code.open}\n${members.join('')}${INDENT.repeat(depth)}${code.close}`;
}

function onOneLine(code: Code): string | null {
  if (typeof code === 'string') return code;
  if (code.members.length === 0) return code.open + code.close;
  const members = code.members.map(onOneLine);
  if (code.tall || members.includes(null)) return null;
  const space = code.spaced ? ' ' : '';
  return `${code.open}${space}${members.join(', ')}${space}${code.close}`;
}
