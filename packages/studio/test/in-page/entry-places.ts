/** When an open entry is all there, and where something can be typed in a document of it: `window.entryPlaces`. */

interface Point {
  readonly x: number;
  readonly y: number;
}

/** More kinds of places than these are not tried in one document. */
const PLACES_MOST = 12;
const BETWEEN_LETTERS = /(?<=[\p{L}\p{N}])[\p{L}\p{N}]/u;

const WHOLE_AFTER_MS_MOST = 60_000;

const entryPlaces = {
  /** Resolves when all rows are there with what is loaded later, and nothing is to be saved. Scrolls on to those that wait. */
  async whole(rows: readonly string[]): Promise<void> {
    const end = performance.now() + WHOLE_AFTER_MS_MOST;
    while (!isWhole(rows)) {
      if (performance.now() > end) throw new Error(`The entry is not there: ${document.body.textContent}`);
      await new Promise(requestAnimationFrame);
    }
  },
  /** Brings a place onto the screen, one of each kind of text in the document; null if there are fewer kinds. */
  textPlace(document: HTMLElement, index: number): Point | null {
    const place = placesIn(document)[index];
    if (place === undefined) return null;
    place.startContainer.parentElement?.scrollIntoView({ block: 'center', inline: 'center' });
    const { left, right, top, height, width } = place.getBoundingClientRect();
    const isAtEnd = place.endOffset === place.startContainer.textContent?.length;
    return { x: isAtEnd ? right - 1 : left + width / 4, y: top + height / 2 };
  },
  /** Whether the caret stands in the text of a place. */
  hasCaret(document: HTMLElement, index: number): boolean {
    const selection = getSelection();
    return selection?.isCollapsed === true && selection.anchorNode === placesIn(document)[index]?.startContainer;
  },
};
Object.assign(window, { entryPlaces });

function isWhole(ids: readonly string[]): boolean {
  const rows = ids.map((id) => document.getElementById(id));
  const waiting = rows.find((row) => row?.dataset.waiting !== undefined);
  waiting?.scrollIntoView();
  const isLoading = rows.some((row) => row === null || row.querySelector('.mantine-Skeleton-root') !== null);
  return !isLoading && waiting === undefined && document.querySelector('[role=status][data-status=saved]') !== null;
}

/** The first character that follows a letter in each kind of text, which is told by the elements around it. */
function placesIn(root: HTMLElement): Range[] {
  const found = new Map<string, Range>();
  const texts = textsIn(root);
  for (const text of texts) {
    const at = text.data.search(BETWEEN_LETTERS);
    const kind = kindOf(text, root);
    if (at !== -1 && !found.has(kind)) found.set(kind, characterOf(text, at));
  }
  const places = [...found.values()].filter((range) => range.getBoundingClientRect().width > 0).slice(0, PLACES_MOST);
  const [first] = texts;
  return places.length > 0 || first === undefined ? places : [characterOf(first, first.length - 1)];
}

function textsIn(root: HTMLElement): Text[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode() !== null) {
    const text = walker.currentNode as Text;
    if (text.parentElement?.isContentEditable === true) texts.push(text);
  }
  return texts;
}

function kindOf(text: Text, root: HTMLElement): string {
  const names: string[] = [];
  for (let element = text.parentElement; element !== null && element !== root; element = element.parentElement)
    names.push(element.localName);
  return names.join(' ');
}

function characterOf(text: Text, at: number): Range {
  const range = document.createRange();
  range.setStart(text, at);
  range.setEnd(text, at + 1);
  return range;
}
