/**
 * Items in an order that the person decides, as chips or rows: moved by dragging, by Alt and the arrow keys, and by the buttons
 * of each item. Long lists are folded: what is folded is not in the page.
 */
import { Trans, useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { DownIcon, UpIcon } from '../ui/icons.ts';
import { ActionIcon, Button, VisuallyHidden } from '../ui/index.ts';
import type { Edge, Pointer } from './dragging.ts';
import styles from './fields.module.css';

/** A list longer than this shows its beginning, and the rest on demand, unless it is to be shown whole. */
const SHOWN_AT_FIRST = 10;

type Layout = 'chips' | 'rows';
type Direction = 'up' | 'down';

interface OrderedItemsProperties<Item> {
  readonly items: readonly Item[];
  readonly labelledBy: string;
  readonly layout: Layout;
  readonly readOnly: boolean;
  /** Shows all items, however many there are. */
  readonly whole?: boolean;
  /** A hook: what an item is called where it is moved, which may become known later. */
  useName(item: Item): string;
  /** Whether an item may be moved there by its buttons; anywhere, if it is missing. One that may go nowhere has no buttons. */
  mayMove?(from: number, to: number): boolean;
  /** The items after one of them was moved, if they are more than that. */
  arrange?(from: number, to: number): readonly Item[];
  renderItem(item: Item, index: number): ReactNode;
  onChange(items: readonly Item[]): void;
}

export function OrderedItems<Item>(properties: OrderedItemsProperties<Item>): ReactNode {
  const { items, labelledBy, layout, readOnly, whole = false, useName, renderItem, onChange } = properties;
  const { mayMove = (_, to) => to >= 0 && to < items.length } = properties;
  const { arrange = (from, to) => items.toSpliced(from, 1).toSpliced(to, 0, ...items.slice(from, from + 1)) } =
    properties;
  const [unfolded, setUnfolded] = useState(false);
  const [moved, setMoved] = useState<{ readonly item: Item; readonly to: number } | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const shown = unfolded || whole ? items : items.slice(0, SHOWN_AT_FIRST);

  function move(from: number, to: number): void {
    const item = items[from];
    if (item === undefined || to < 0 || to >= items.length || from === to) return;
    const next = arrange(from, to);
    const there = next.indexOf(item);
    setMoved({ item, to: there });
    onChange(next);
    requestAnimationFrame(() => focusMover(list.current?.children.item(there), to < from ? 'up' : 'down'));
  }

  return (
    <>
      <ol className={styles.items} data-layout={layout} aria-labelledby={labelledBy} ref={list}>
        {shown.map((item, index) => (
          <OrderedItem
            // biome-ignore lint/suspicious/noArrayIndexKey: items may be equal, and have no identity but their place
            key={index}
            index={index}
            mayGo={{ up: mayMove(index, index - 1), down: mayMove(index, index + 1) }}
            list={list}
            layout={layout}
            item={item}
            useName={useName}
            movable={!readOnly && (mayMove(index, index - 1) || mayMove(index, index + 1))}
            onMove={move}
          >
            {renderItem(item, index)}
          </OrderedItem>
        ))}
      </ol>
      {items.length > shown.length && (
        <Button variant="subtle" size="xs" onClick={() => setUnfolded(true)}>
          <Trans>Show all {items.length}</Trans>
        </Button>
      )}
      <VisuallyHidden aria-live="polite">
        {moved !== null && <Moved {...moved} items={items} useName={useName} />}
      </VisuallyHidden>
    </>
  );
}

interface MovedProperties<Item> extends Pick<OrderedItemsProperties<Item>, 'items' | 'useName'> {
  readonly item: Item;
  readonly to: number;
}

/** Where the item that was moved last is now. */
function Moved<Item>({ item, to, items, useName }: MovedProperties<Item>): ReactNode {
  const { t } = useLingui();
  const name = useName(item);
  return t`${name} is now ${to + 1} of ${items.length}.`;
}

interface OrderedItemProperties<Item> extends Pick<OrderedItemsProperties<Item>, 'useName'> {
  readonly item: Item;
  readonly index: number;
  readonly mayGo: Readonly<Record<Direction, boolean>>;
  /** The list, which tells its items from those of others. */
  readonly list: { readonly current: HTMLOListElement | null };
  readonly layout: Layout;
  readonly movable: boolean;
  readonly children: ReactNode;
  onMove(from: number, to: number): void;
}

function OrderedItem<Item>(properties: OrderedItemProperties<Item>): ReactNode {
  const { item, index, mayGo, list, layout, movable, children, useName, onMove } = properties;
  const { t } = useLingui();
  const name = useName(item);
  const element = useRef<HTMLLIElement>(null);
  const grip = useRef<HTMLSpanElement>(null);
  const { edge, dragged } = useDragging({ element, grip, list, index, layout, movable, onMove });

  function moveByKey(event: KeyboardEvent): void {
    if (!event.altKey || !movable) return;
    const step = stepOf(event.key, layout, element.current);
    if (step === 0) return;
    event.preventDefault();
    onMove(index, index + step);
  }

  return (
    <li className={styles.item} data-edge={edge ?? undefined} data-dragged={dragged || undefined} ref={element}>
      {movable && (
        <>
          <span className={styles.grip} ref={grip} aria-hidden />
          {layout === 'rows' && (
            <ActionIcon
              size="md"
              data-mover="up"
              disabled={!mayGo.up}
              aria-label={t`Move ${name} up`}
              onClick={() => onMove(index, index - 1)}
            >
              <UpIcon size={14} />
            </ActionIcon>
          )}
          <ActionIcon
            size="md"
            data-mover="down"
            disabled={layout === 'rows' && !mayGo.down}
            aria-label={layout === 'rows' ? t`Move ${name} down` : t`Move ${name}: Alt with the arrow keys`}
            onClick={() => onMove(index, index + 1)}
            onKeyDown={moveByKey}
          >
            <DownIcon size={14} className={layout === 'chips' ? styles.sideways : undefined} />
          </ActionIcon>
        </>
      )}
      {children}
    </li>
  );
}

/** The item that was moved keeps the focus, so that it can be moved on; at an end, where it can be moved back. */
function focusMover(item: Element | null | undefined, direction: Direction): void {
  const movers = [...(item?.querySelectorAll<HTMLElement>('[data-mover]:enabled') ?? [])];
  (movers.find((mover) => mover.dataset.mover === direction) ?? movers[0])?.focus();
}

function stepOf(key: string, layout: Layout, element: HTMLElement | null): -1 | 0 | 1 {
  if (key === 'ArrowUp') return -1;
  if (key === 'ArrowDown') return 1;
  if (layout === 'rows') return 0;
  const forward = isRightToLeft(element) ? 'ArrowLeft' : 'ArrowRight';
  if (key === forward) return 1;
  return key === 'ArrowLeft' || key === 'ArrowRight' ? -1 : 0;
}

interface Dragging extends Pick<OrderedItemProperties<unknown>, 'index' | 'list' | 'layout' | 'movable' | 'onMove'> {
  readonly element: { readonly current: HTMLLIElement | null };
  readonly grip: { readonly current: HTMLSpanElement | null };
}

/** Lets an item of a list be dragged by its grip over the others. */
export function useDragging({ element, grip, list, index, layout, movable, onMove }: Dragging) {
  const [edge, setEdge] = useState<Edge | null>(null);
  const [dragged, setDragged] = useState(false);
  const move = useRef(onMove);
  move.current = onMove;

  useEffect(() => {
    const [item, handle] = [element.current, grip.current];
    if (item === null || handle === null || !movable) return;
    const left = new AbortController();
    // It comes after the items are there: until then, and where it cannot be loaded, buttons and keys move them.
    import('./dragging.ts').then(
      ({ makeDraggable }) =>
        makeDraggable(left.signal, {
          item,
          handle,
          list: list.current,
          index,
          edgeAt: (pointer) => edgeAt(item, pointer, layout),
          onDragged: setDragged,
          onEdge: setEdge,
          onMove: (from, to) => move.current(from, to),
        }),
      () => undefined,
    );
    return () => left.abort();
  }, [element, grip, list, index, layout, movable]);

  return { edge, dragged };
}

function edgeAt(target: Element, pointer: Pointer, layout: Layout): Edge {
  const { left, top, width, height } = target.getBoundingClientRect();
  if (layout === 'rows') return pointer.clientY < top + height / 2 ? 'before' : 'after';
  const inFirstHalf = pointer.clientX < left + width / 2;
  return inFirstHalf === isRightToLeft(target) ? 'after' : 'before';
}

function isRightToLeft(element: Element | null): boolean {
  return element !== null && getComputedStyle(element).direction === 'rtl';
}
