/** Measures texts in code points, which is how people count characters, rather than in bytes or UTF-16 units. */

/** The number of characters in a text. A surrogate pair counts as one. */
export function characterCount(text: string): number {
  let pairs = 0;
  for (let index = 0; index < text.length; index++) {
    if ((text.codePointAt(index) ?? 0) > 0xffff) {
      pairs++;
      index++;
    }
  }
  return text.length - pairs;
}
