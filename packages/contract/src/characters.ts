/** How long texts are: characters are code points, as people count them, not bytes or UTF-16 units. */

/** Number of characters of a text: a surrogate pair is one. */
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
