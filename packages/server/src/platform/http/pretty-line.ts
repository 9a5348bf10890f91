/** Formats a JSON log line for people: time, level, message, then the rest as `key=value`. Stacks keep their lines. */

const LEVEL_WIDTH = 5;

/** The formatted line; a line that is not a JSON object stays as it is. */
export function prettyLine(line: string): string {
  const fields = fieldsOf(line);
  if (fields === undefined) return line;
  const { time, level, msg, err, ...rest } = fields;
  const parts = [String(time).slice(11, 23), String(level).toUpperCase().padEnd(LEVEL_WIDTH)];
  if (msg !== undefined) parts.push(String(msg));
  for (const [key, value] of Object.entries(rest)) parts.push(`${key}=${textOf(value)}`);
  return `${parts.join(' ')}\n${stackOf(err)}`;
}

function fieldsOf(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function textOf(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value);
}

function stackOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return error === undefined ? '' : `  ${textOf(error)}\n`;
  const { stack, message, cause } = error as { stack?: unknown; message?: unknown; cause?: unknown };
  const text = String(stack ?? message ?? textOf(error)).replaceAll('\n', '\n  ');
  return `  ${text}\n${cause === undefined ? '' : `  caused by:\n${stackOf(cause)}`}`;
}
