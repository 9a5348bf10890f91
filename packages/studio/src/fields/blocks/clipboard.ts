/** Blocks on the clipboard: as words for people, and in a form of our own, which pages do not show, for other entries. */
import { type Block, blockList } from './blocks-in.ts';

/** Blocks as they were copied. */
export interface CopiedBlocks {
  readonly blocks: readonly Block[];
  /** The locale that their value belongs to; null where it belongs to none. */
  readonly within: string | null;
}

const ATTRIBUTE = 'data-lectern-blocks';
const PATTERN = new RegExp(`${ATTRIBUTE}="([^"]*)"`);
/** Names the form, so that a later one is told from it. */
const VERSION = 1;

let latest: CopiedBlocks | null = null;

/** What the clipboard is given. @param words of the blocks, for whoever pastes them as text */
export function clipboardOf(copied: CopiedBlocks, words: string): { readonly text: string; readonly html: string } {
  const json = JSON.stringify({ version: VERSION, ...copied });
  const lines = words.split('\n').map((line) => `<p>${escaped(line)}</p>`);
  return { text: words, html: `<div ${ATTRIBUTE}="${encodeURIComponent(json)}">${lines.join('')}</div>` };
}

/** The blocks in what was pasted; null where there are none. */
export function blocksFrom(html: string): CopiedBlocks | null {
  const [, encoded] = PATTERN.exec(html) ?? [];
  if (encoded === undefined) return null;
  try {
    const { version, blocks, within } = JSON.parse(decodeURIComponent(encoded));
    const list = blockList(blocks);
    if (version !== VERSION || list.length === 0) return null;
    return { blocks: list, within: typeof within === 'string' ? within : null };
  } catch {
    // Another program wrote it.
    return null;
  }
}

/** Copies blocks, also where the browser keeps the clipboard from the page. */
export function copyBlocks(copied: CopiedBlocks, words: string): void {
  latest = copied;
  const { text, html } = clipboardOf(copied, words);
  document.addEventListener(
    'copy',
    (event) => {
      event.preventDefault();
      event.stopPropagation();
      event.clipboardData?.setData('text/plain', text);
      event.clipboardData?.setData('text/html', html);
    },
    { capture: true, once: true },
  );
  document.execCommand('copy');
}

/** The blocks on the clipboard, or those that were copied last in this tab where the browser does not tell; null without any. */
export async function readBlocks(): Promise<CopiedBlocks | null> {
  try {
    for (const item of await navigator.clipboard.read())
      if (item.types.includes('text/html')) {
        const found = blocksFrom(await (await item.getType('text/html')).text());
        if (found !== null) return found;
      }
  } catch {
    // The person or the browser refused it.
  }
  return latest;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
