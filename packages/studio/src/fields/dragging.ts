/** Lets the items of a list be dragged over one another by their handles: with a mouse as the browser does it, or with a finger or pen. */
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';

export type Edge = 'before' | 'after';

/** Where the pointer is in the window. */
export interface Pointer {
  readonly clientX: number;
  readonly clientY: number;
}

export interface DraggedItem {
  readonly item: HTMLElement;
  readonly handle: HTMLElement;
  /** The list, which tells its items from those of others. */
  readonly list: HTMLElement | null;
  readonly index: number;
  /** The edge that the pointer is nearer to. */
  edgeAt(pointer: Pointer): Edge;
  /** Is told whether this item is being dragged. */
  onDragged(dragged: boolean): void;
  /** Is told at which edge of this item another would come to lie; null for none. */
  onEdge(edge: Edge | null): void;
  /** Moves an item from one place to another. */
  onMove(from: number, to: number): void;
}

/** Lets an item be dragged, and others be dropped on it, until the signal ends that. */
export function makeDraggable(signal: AbortSignal, { item, handle, list, index, ...tell }: DraggedItem): void {
  if (signal.aborted) return;
  const release = markHeld(signal, item, handle);
  dragByFinger(signal, { item, handle, list, index, ...tell });
  const stop = combine(
    draggable({
      element: item,
      dragHandle: handle,
      getInitialData: () => ({ list, index }),
      onDragStart: () => tell.onDragged(true),
      onDrop: () => {
        release();
        tell.onDragged(false);
      },
    }),
    dropTargetForElements({
      element: item,
      canDrop: ({ source }) => source.data.list === list,
      getData: ({ input }) => ({ edge: tell.edgeAt(input) }),
      onDrag: ({ self, source }) => tell.onEdge(source.data.index === index ? null : (self.data.edge as Edge)),
      onDragLeave: () => tell.onEdge(null),
      onDrop: ({ self, source }) => {
        tell.onEdge(null);
        const from = Number(source.data.index);
        const place = self.data.edge === 'after' ? index + 1 : index;
        tell.onMove(from, from < place ? place - 1 : place);
      },
    }),
  );
  signal.addEventListener('abort', stop);
}

/**
 * Marks the item as held from the press on: what is hidden while it is not under the pointer stays in sight, or else the browser
 * does not find the handle under the pointer when the drag begins.
 * @returns ends that, after a drag
 */
function markHeld(signal: AbortSignal, item: HTMLElement, handle: HTMLElement): () => void {
  const release = () => {
    delete item.dataset.held;
  };
  handle.addEventListener(
    'pointerdown',
    () => {
      item.dataset.held = '';
      addEventListener('pointerup', release, { once: true, signal });
    },
    { signal },
  );
  signal.addEventListener('abort', release);
  return release;
}

/** All items that can be dropped on. */
const items = new WeakMap<Element, DraggedItem>();
/** Pixels from an edge of what scrolls in which dragging scrolls it, and how far in a frame. */
const SCROLL_WITHIN = 56;
const SCROLL_STEP = 10;

/** Browsers drag with a finger after a long press at best. The handle keeps the page from scrolling under it. */
function dragByFinger(signal: AbortSignal, dragged: DraggedItem): void {
  const { item, handle } = dragged;
  items.set(item, dragged);
  signal.addEventListener('abort', () => items.delete(item));
  let drag: FingerDrag | null = null;
  const end = (isDropped: boolean) => {
    drag?.end(isDropped);
    drag = null;
  };
  const on = <Kind extends keyof HTMLElementEventMap>(
    element: HTMLElement,
    kind: Kind,
    listen: (event: HTMLElementEventMap[Kind]) => void,
  ) => element.addEventListener(kind, listen, { signal });
  on(handle, 'pointerdown', (event) => {
    if (event.pointerType === 'mouse' || !event.isPrimary) return;
    handle.setPointerCapture(event.pointerId);
    drag = new FingerDrag(dragged);
  });
  on(handle, 'pointermove', (event) => drag?.move(event));
  on(handle, 'pointerup', () => end(true));
  on(handle, 'pointercancel', () => end(false));
  // A long press would begin the browser's own drag, or open its menu.
  for (const kind of ['dragstart', 'contextmenu'] as const)
    on(item, kind, (event) => {
      if (drag !== null) event.preventDefault();
    });
  signal.addEventListener('abort', () => end(false));
}

class FingerDrag {
  readonly #dragged: DraggedItem;
  readonly #scroller: Element;
  #pointer: Pointer | null = null;
  #over: DraggedItem | null = null;
  #edge: Edge = 'before';
  #frame = 0;

  constructor(dragged: DraggedItem) {
    this.#dragged = dragged;
    this.#scroller = scrollerOf(dragged.item);
  }

  move({ clientX, clientY }: Pointer): void {
    if (this.#pointer === null) {
      this.#dragged.onDragged(true);
      this.#scrollOn();
    }
    this.#pointer = { clientX, clientY };
    this.#look();
  }

  /** @param isDropped whether the item goes where the finger is */
  end(isDropped: boolean): void {
    cancelAnimationFrame(this.#frame);
    this.#over?.onEdge(null);
    this.#dragged.onDragged(false);
    const over = this.#over;
    if (!isDropped || over === null) return;
    const { index: from } = this.#dragged;
    const place = this.#edge === 'after' ? over.index + 1 : over.index;
    this.#dragged.onMove(from, from < place ? place - 1 : place);
  }

  #look(): void {
    const { clientX = 0, clientY = 0 } = this.#pointer ?? {};
    const over = itemAt(document.elementFromPoint(clientX, clientY), this.#dragged);
    if (over !== this.#over) this.#over?.onEdge(null);
    this.#over = over;
    if (over === null) return;
    this.#edge = over.edgeAt({ clientX, clientY });
    over.onEdge(this.#edge);
  }

  readonly #scrollOn = (): void => {
    this.#frame = requestAnimationFrame(this.#scrollOn);
    if (this.#pointer === null) return;
    const { top, bottom } = this.#scroller.getBoundingClientRect();
    const { clientY } = this.#pointer;
    const step =
      clientY < Math.max(top, 0) + SCROLL_WITHIN
        ? -SCROLL_STEP
        : clientY > Math.min(bottom, innerHeight) - SCROLL_WITHIN
          ? SCROLL_STEP
          : 0;
    if (step === 0) return;
    this.#scroller.scrollBy(0, step);
    this.#look();
  };
}

/** The item of the same list that an element is in; null for none, and for the dragged one. */
function itemAt(element: Element | null, { item, list }: DraggedItem): DraggedItem | null {
  for (let one = element; one !== null; one = one.parentElement) {
    const found = items.get(one);
    if (found !== undefined && found.list === list) return found.item === item ? null : found;
  }
  return null;
}

function scrollerOf(element: Element): Element {
  for (let one = element.parentElement; one !== null; one = one.parentElement)
    if (one.scrollHeight > one.clientHeight && /auto|scroll/.test(getComputedStyle(one).overflowY)) return one;
  return document.scrollingElement ?? document.documentElement;
}
