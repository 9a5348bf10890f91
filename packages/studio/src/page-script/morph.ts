/**
 * Makes the page what the site sends now, and touches nothing else: not the focus, what is typed, nor what scripts have drawn. It
 * knows what the site sent before, so that it changes only where both differ. Invariant: a node without a partner in `sent` is the page's own,
 * and is left alone.
 */

/** What each node of the page was when the site sent it last. */
const sent = new WeakMap<Node, Node>();

/** Attributes that scripts of pages change. */
const OF_SCRIPTS = /^(class|style|open|hidden|aria-|data-)/;
/** Elements that stay as they are. */
const KEPT = 'data-lectern-keep';

/**
 * Pairs the page with what the site sends for it, once before anything is changed: all that the site has not sent is the page's own.
 * A text that differs was saved while the page was loaded.
 */
export function meet(next: Document): void {
  each(next, (live, its) => bring(live, its, true));
}

/** Makes the page what the site sends. */
export function morph(next: Document): void {
  const focused = document.activeElement;
  each(next, (live, its) => bring(live, its, false));
  if (focused !== document.activeElement && focused instanceof HTMLElement) focused.focus({ preventScroll: true });
}

function each(next: Document, act: (live: Element, its: Element) => void): void {
  act(document.head, next.head);
  act(document.body, next.body);
}

function bring(live: Node, next: Node, isFirst: boolean): void {
  const before = sent.get(live);
  if (before?.isEqualNode(next) === true) return;
  sent.set(live, next);
  if (isElement(live) && isElement(next)) {
    bringAttributes(live, next, before as Element | undefined);
    bringChildren(live, next, isFirst);
  } else if (live.nodeValue !== next.nodeValue) live.nodeValue = next.nodeValue;
}

function bringAttributes(live: Element, next: Element, before: Element | undefined): void {
  const names = new Set([...next.getAttributeNames(), ...(before ?? next).getAttributeNames()]);
  for (const name of names) {
    const value = next.getAttribute(name);
    if (before === undefined ? OF_SCRIPTS.test(name) : before.getAttribute(name) === value) continue;
    if (value === null) live.removeAttribute(name);
    else if (live.getAttribute(name) !== value) live.setAttribute(name, value);
  }
}

function bringChildren(live: Element, next: Element, isFirst: boolean): void {
  const isOurs = (node: Node) => !(isElement(node) && node.hasAttribute(KEPT)) && (isFirst || sent.has(node));
  const left = [...next.childNodes];
  const ours = (node: ChildNode | null): ChildNode | null => {
    let at = node;
    while (at !== null && !isOurs(at)) at = at.nextSibling;
    return at;
  };
  const isWanted = (node: Node) => left.some((one) => isElement(one) && isEqual(node, one));
  let at = ours(live.firstChild);
  for (let child = left.shift(); child !== undefined; child = left.shift()) {
    const match = partnerOf(at, child, { ours, isWanted });
    if (match === null) {
      const made = document.importNode(child, true);
      pair(made, child);
      live.insertBefore(made, at);
      continue;
    }
    while (at !== null && at !== match && !isFirst && !isWanted(at)) {
      const after: ChildNode | null = ours(at.nextSibling);
      at.remove();
      at = after;
    }
    // In the first pass, what stands before it is the page's own.
    if (at !== match && !isFirst) live.insertBefore(match, at);
    else at = ours(match.nextSibling);
    bring(match, child, isFirst);
  }
  while (at !== null && !isFirst) {
    const after: ChildNode | null = ours(at.nextSibling);
    at.remove();
    at = after;
  }
}

interface Siblings {
  ours(node: ChildNode | null): ChildNode | null;
  /** Whether it comes later among what the site sends. */
  isWanted(node: Node): boolean;
}

/** Which child of the page the site sends: one that is equal, or else the one whose turn it is. */
function partnerOf(at: ChildNode | null, child: Node, { ours, isWanted }: Siblings): ChildNode | null {
  if (at === null || isEqual(at, child)) return at;
  for (let node = isElement(child) ? at : null; node !== null; node = ours(node.nextSibling))
    if (isEqual(node, child)) return node;
  return at.nodeName === child.nodeName && keyOf(at) === keyOf(child) && !isWanted(at) ? at : null;
}

/** Whether the site sends a node as it did before. */
function isEqual(node: Node, next: Node): boolean {
  return (sent.get(node) ?? node).isEqualNode(next);
}

/** What makes an element another one. */
function keyOf(node: Node): string | null {
  if (!isElement(node)) return '';
  return node.id || node.getAttribute('data-lectern') || (node.matches('link,script') ? node.outerHTML : '');
}

function pair(live: Node, next: Node): void {
  sent.set(live, next);
  live.childNodes.forEach((child, at) => {
    const its = next.childNodes[at];
    if (its !== undefined) pair(child, its);
  });
}

function isElement(node: Node): node is Element {
  return node.nodeType === 1;
}
