/** Tells operating system errors apart by their code. */

/** Whether an error carries one of the codes, such as `ENOENT`. */
export function hasErrorCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
