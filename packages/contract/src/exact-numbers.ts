/**
 * Which decimal numbers a double carries exactly: those that come back with the same value when they are written again, however they
 * were written. `0.1`, `1.50` and `1e3` do; `9007199254740993.0`, `1e-400` and `123456789123456.12345` come back as others.
 */

const NUMBER = /^(?<sign>[+-]?)(?=\.?\d)(?<whole>\d*)(?:\.(?<fraction>\d*))?(?:e(?<exponent>[+-]?\d+))?$/i;
/** Where a text begins in JSON, or a number. */
const TOKEN = /"|-?\d[\d.e+-]*/gi;
const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const DIGIT_0 = 0x30;

/** Whether a text is a decimal number, as in JSON or with `+` or a bare point, that comes back as it is. */
export function isExactNumber(text: string): boolean {
  const value = Number(text);
  if (!Number.isFinite(value) || String(value) === text) return Number.isFinite(value);
  return NUMBER.test(text) && inDigits(String(value)) === inDigits(text);
}

/** The first number of a JSON text that is not exact, as it is written there; undefined if there is none. */
export function inexactNumberIn(json: string): string | undefined {
  const tokens = new RegExp(TOKEN);
  for (let found = tokens.exec(json); found !== null; found = tokens.exec(json)) {
    const [token] = found;
    if (token === '"') tokens.lastIndex = textEnd(json, tokens.lastIndex);
    else if (!isExactNumber(token)) return token;
  }
  return undefined;
}

/** Where the text ends that begins before `from`. Not by an expression, which would overflow with long texts. */
function textEnd(json: string, from: number): number {
  let at = from;
  for (let code = json.charCodeAt(at); at < json.length && code !== QUOTE; code = json.charCodeAt(at))
    at += code === BACKSLASH ? 2 : 1;
  return at + 1;
}

/** The same for all ways to write one number: its digits without zeros around them, and their power of ten. */
function inDigits(text: string): string {
  const { sign = '', whole = '', fraction = '', exponent = '0' } = NUMBER.exec(text)?.groups ?? {};
  const digits = whole + fraction;
  let [start, end] = [0, digits.length];
  while (start < end && digits.charCodeAt(start) === DIGIT_0) start++;
  while (end > start && digits.charCodeAt(end - 1) === DIGIT_0) end--;
  if (start === end) return '0';
  return `${sign === '-' ? '-' : ''}${digits.slice(start, end)}e${Number(exponent) - fraction.length + digits.length - end}`;
}
