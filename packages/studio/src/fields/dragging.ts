/** Lets the items of a list be dragged over one another by their handles. */
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
  const stop = combine(
    draggable({
      element: item,
      dragHandle: handle,
      getInitialData: () => ({ list, index }),
      onDragStart: () => tell.onDragged(true),
      onDrop: () => tell.onDragged(false),
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
