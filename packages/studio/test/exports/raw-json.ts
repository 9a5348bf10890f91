/** JSON as it is written: the members of an object with their own texts, so that order and the forms of numbers count. */

/** The members of an object, in their order, each as it is written. @param text without blanks between its parts */
export function membersOf(text: string): ReadonlyMap<string, string> {
  return new Map(
    partsOf(text).map((part) => {
      const end = endOfText(part, 0);
      return [JSON.parse(part.slice(0, end)) as string, part.slice(end + 1)];
    }),
  );
}

/** The items of an array, each as it is written. @param text without blanks between its parts */
export function itemsOf(text: string): readonly string[] {
  return partsOf(text);
}

/** What stands between the commas of an object or an array. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  let start = 1;
  let depth = 0;
  for (let at = 1; at < text.length - 1; at += 1) {
    const sign = text[at];
    if (sign === '"') at = endOfText(text, at) - 1;
    else if (sign === '{' || sign === '[') depth += 1;
    else if (sign === '}' || sign === ']') depth -= 1;
    else if (sign === ',' && depth === 0) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  if (start < text.length - 1) parts.push(text.slice(start, -1));
  return parts;
}

/** Where the text that begins at a quotation mark is over. */
function endOfText(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}
