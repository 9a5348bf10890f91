/** Values that are text already. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
