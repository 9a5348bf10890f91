/**
 * Whoever uses the keyboard alone is always somewhere: what has the focus may go, or be switched off while something is on its
 * way, and browsers then give the focus to nothing.
 */

/** What can have the focus in place of what has gone. */
const CONTROLS = 'button:enabled, a[href], input:enabled';
/** Whoever takes something away gives the focus to something else by then. */
const GONE_MS = 60;
/** What is switched off for a request is switched on again by then, mostly. Tab goes on from it meanwhile. */
const SWITCHED_OFF_MS = 1_000;

/** Gives the focus back to what had it, once it can have it again, or else to what is next to it. For as long as the page lasts. */
export function keepFocus(): void {
  let path: readonly HTMLElement[] = [];
  let isByKeyboard = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    const [lost] = path;
    if (lost === undefined || !isByKeyboard || !isNowhere()) return;
    if (isUsable(lost)) lost.focus({ preventScroll: true });
    // It is busy, and comes back.
    else if (!lost.isConnected || lost.dataset.loading !== 'true') focusNear(path);
  };
  const lookSoon = (lost: HTMLElement) => {
    clearTimeout(timer);
    timer = setTimeout(look, isSwitchedOff(lost) ? SWITCHED_OFF_MS : GONE_MS);
  };
  const leave = () => {
    const [lost] = path;
    if (lost === undefined || !isNowhere()) return;
    // Left on purpose: it is still there and can be used.
    if (isUsable(lost)) path = [];
    else lookSoon(lost);
  };
  const note = (how: boolean) => () => {
    isByKeyboard = how;
  };
  addEventListener('keydown', note(true), true);
  addEventListener('pointerdown', note(false), true);
  addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement) path = pathOf(target);
  });
  // Of another window one comes back to where one was.
  addEventListener('focusout', () => document.hasFocus() && setTimeout(leave));
  new MutationObserver(() => {
    const [lost] = path;
    if (lost !== undefined && (isNowhere() || !lost.isConnected || isSwitchedOff(lost))) lookSoon(lost);
  }).observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
}

/**
 * Gives the focus to what is next to something that has gone or is switched off: what comes after it in the smallest part of the page
 * with anything to press, or before it.
 * @param path the thing and what it stood in, innermost first
 */
export function focusNear(path: readonly HTMLElement[]): void {
  const [lost] = path;
  for (const place of path) {
    if (place.matches('main, [data-page]')) break;
    if (!place.isConnected) continue;
    const controls = [...place.querySelectorAll<HTMLElement>(CONTROLS)].filter((control) => control.checkVisibility());
    const isAfter = (control: HTMLElement) =>
      !lost?.isConnected || (lost.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    const near = place === lost && isUsable(place) ? place : (controls.find(isAfter) ?? controls.at(-1));
    near?.focus({ preventScroll: true });
    if (!isNowhere()) return;
  }
  focusContent();
}

/** Gives the focus to the beginning of what the screen is about: its heading, or all of it while it is being read. */
export function focusContent(part = document.querySelector<HTMLElement>('[data-page]') ?? mainPart()): void {
  const headings = [...(part?.querySelectorAll<HTMLElement>('h1, h2') ?? [])];
  const start = headings.find((heading) => heading.checkVisibility()) ?? part;
  if (start === null) return;
  if (!start.hasAttribute('tabindex')) start.tabIndex = -1;
  start.focus({ preventScroll: true });
}

/** Everything of a screen but the bar and the navigation beside it. */
export function mainPart(): HTMLElement | null {
  return document.querySelector('main');
}

/** Whether the keyboard is nowhere. */
export function isNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** Something and what it stands in, innermost first, but for the page as a whole. */
export function pathOf(element: HTMLElement): readonly HTMLElement[] {
  const path: HTMLElement[] = [];
  for (let place: HTMLElement | null = element; place !== null && place !== document.body; place = place.parentElement)
    path.push(place);
  return path;
}

function isUsable(element: HTMLElement): boolean {
  return element.isConnected && !isSwitchedOff(element) && element.checkVisibility();
}

function isSwitchedOff(element: HTMLElement): boolean {
  return element.isConnected && element.matches(':disabled');
}
