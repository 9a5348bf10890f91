/**
 * What the page of a site loads while somebody looks at it with a preview token, as `/preview.js` of the service: it shows what is saved
 * in Studio, and each value leads to its field and back. It speaks with Studio alone: the window at the top, under the origin of this script.
 */
import type { FromPage, FromStudio, Place } from './messages.ts';
import { bring, readFirst } from './newest-state.ts';
import { Outline } from './outline.ts';
import { elementsOf, know, namedEntries, nameOf, placeAt } from './places.ts';
import { isForBrowser, keepTokenInLink, keepTokenSecret } from './secret-token.ts';

const STUDIO = new URL(import.meta.url).origin;
const OK = 200;
/** What people use, and do not press to change it. */
const CONTROLS = 'input,textarea,select,video,audio,[contenteditable]';

keepTokenSecret();
addEventListener('click', keepTokenInLink);
if (top !== null && top !== window) takePart(top);

function takePart(studio: Window): void {
  const [hovered, chosen] = [new Outline('border-style:dashed'), new Outline('')];
  let browse = false;
  let selected: Place | null = null;

  const say = (message: FromPage) => studio.postMessage(message, STUDIO);
  const hello = () => say({ lectern: 'hello', url: location.href });
  const ready = () => say({ lectern: 'ready', url: location.href, entries: namedEntries() });
  const navigated = () => say({ lectern: 'navigate', url: location.href });
  const outline = () => chosen.show(selected === null ? [] : elementsOf(selected));

  addEventListener('message', ({ source, origin, data }: MessageEvent<FromStudio>) => {
    if (source !== studio || origin !== STUDIO) return;
    if ('texts' in data) know(data.texts);
    if ('browse' in data) browse = data.browse;
    if (browse) hovered.show([]);
    if (data.lectern === 'hello') {
      ready();
      readFirst().catch(() => undefined);
    }
    if (data.lectern === 'select') {
      selected = data.place;
      bringOnScreen(outline());
    }
    if (data.lectern === 'refresh')
      void bring(data, ({ revision }, status) => {
        outline();
        say({ lectern: 'refreshed', revision, ok: status === OK, status });
        ready();
      });
  });

  addEventListener('pointerover', ({ target }) => {
    const found = browse || !(target instanceof Element) ? null : placeAt(target);
    hovered.show(found === null ? [] : [found.element], found === null ? '' : `✎ ${nameOf(found.place)}`);
  });
  document.documentElement.addEventListener('pointerleave', () => hovered.show([]));

  const press = (event: MouseEvent) => {
    const { target } = event;
    if (browse || isForBrowser(event) || !(target instanceof Element) || target.closest(CONTROLS) !== null) return;
    const found = placeAt(target);
    if (found === null) return;
    event.preventDefault();
    event.stopPropagation();
    selected = found.place;
    chosen.show([found.element]);
    const { entry, field, locale } = found.place;
    say({ lectern: 'select', entry, field, locale });
  };
  addEventListener('click', press, true);

  // It is back from the memory of the browser, and Studio has seen another page meanwhile.
  addEventListener('pageshow', ({ persisted }) => persisted && hello());
  addEventListener('popstate', navigated);
  (window as { navigation?: EventTarget }).navigation?.addEventListener('currententrychange', navigated);
  hello();
}

/**
 * Scrolls to one of the elements, unless one can be seen. What stands in a menu as well is meant where the page is about it. At once:
 * while a page still scrolled to another place, what is asked for next could be seen, and then leave.
 */
function bringOnScreen(elements: readonly Element[]): void {
  const isSeen = (element: Element) => {
    const { top: start, bottom } = element.getBoundingClientRect();
    return bottom > 0 && start < innerHeight;
  };
  if (elements.some(isSeen)) return;
  const main = elements.find((one) => one.closest('main,article,h1') !== null) ?? elements[0];
  main?.scrollIntoView({ block: 'center', behavior: 'instant' });
}
