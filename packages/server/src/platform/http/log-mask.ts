/**
 * Removes secrets from finished log lines: the values of secret keys, and tokens wherever they appear. When in doubt it
 * hides too much.
 */

const MASK = '[hidden]';

/** Keys whose values are hidden, as JSON writes them. */
const SECRET_VALUES =
  /"((?:[\w-]*(?:password|secret|token|authorization|cookie|api[-_]?key)))":(?:"(?:[^"\\]|\\.)*"|\[[^\]]*\])/gi;

/**
 * Our tokens, JWTs, whatever follows `Bearer`, URL parameters with tokens or codes, and passwords in URLs of databases and mail
 * servers.
 */
const SECRET_TEXTS: readonly (readonly [RegExp, string])[] = [
  [/\bcms_([a-z]{3})_[\w-]+/g, `cms_$1_${MASK}`],
  [/\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g, MASK],
  [/\bBearer +[^\s"\\]+/gi, `Bearer ${MASK}`],
  [/([?&](?:(?:access_|refresh_)?token|code|state)=)[^&\s"\\]+/gi, `$1${MASK}`],
  [/\b((?:postgres(?:ql)?|smtps?):\/\/[^:@/\s"]*):[^@\s"]*@/gi, `$1:${MASK}@`],
];

/** The line without its secrets. */
export function masked(line: string): string {
  let safe = line.replace(SECRET_VALUES, `"$1":"${MASK}"`);
  for (const [secret, instead] of SECRET_TEXTS) safe = safe.replace(secret, instead);
  return safe;
}
