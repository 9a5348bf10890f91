/** A text as a pattern of LIKE that finds it anywhere, with `\` as the escape. */
export function anywhere(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
