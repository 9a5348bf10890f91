/** Files of records for the import route: a record a line, cut into parts that the route takes at once. */

/** So few that progress is seen, and so small that a request stays below what the server takes. */
const PART_LINES_MAX = 500;
const PART_CHARACTERS_MAX = 2_000_000;

/** Lines that are sent together. */
export interface Part {
  readonly text: string;
  /** Lines of the file before it. */
  readonly before: number;
  /** Bytes of the file that have been read with it. */
  readonly read: number;
}

/** The file in parts, each of whole lines. */
export async function* partsOf(file: Blob): AsyncGenerator<Part> {
  let [part, lines, before, read] = ['', 0, 0, 0];
  let rest = '';
  const decoder = new TextDecoder();
  const take = () => {
    const taken = { text: part, before, read };
    before += lines;
    [part, lines] = ['', 0];
    return taken;
  };
  for (let reader = file.stream().getReader(), isOver = false; !isOver; ) {
    const { value, done } = await reader.read();
    isOver = done;
    read += value?.length ?? 0;
    const found = (rest + decoder.decode(value, { stream: !done })).split('\n');
    rest = done ? '' : (found.pop() ?? '');
    for (const line of found) {
      part += `${line}\n`;
      lines += 1;
      if (lines >= PART_LINES_MAX || part.length >= PART_CHARACTERS_MAX) yield take();
    }
  }
  if (part.trim() !== '') yield take();
}
