/** A LIKE pattern that finds the text anywhere; the escape character is `\`. */
export function anywhere(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
