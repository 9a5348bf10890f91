/** Frames around elements of the page. They lie over it, in a tree of their own, and change nothing in it. */

const FRAME =
  'all:initial;position:fixed;pointer-events:none;box-sizing:border-box;border:2px solid #1d5fd1;border-radius:4px;box-shadow:0 0 0 1px #fff;z-index:2147483647;';
const LABEL =
  'all:initial;position:absolute;left:-2px;padding:0 6px;border-radius:4px;color:#fff;background:#1d5fd1;font:600 12px/20px system-ui;white-space:nowrap;';
const GAP_PIXELS = 4;
const LABEL_PIXELS = 24;

export class Outline {
  readonly #root: ShadowRoot;
  readonly #style: string;
  #elements: readonly Element[] = [];
  #label = '';

  /** @param style of the frames, beside what all have */
  constructor(style: string) {
    this.#style = style;
    const host = document.createElement('lectern-outline');
    this.#root = host.attachShadow({ mode: 'closed' });
    // Outside of what the site sends, so that it stays.
    document.documentElement.append(host);
    const follow = () => requestAnimationFrame(() => this.#draw());
    for (const kind of ['scroll', 'resize', 'load']) addEventListener(kind, follow, true);
  }

  /** Frames these elements, and no others. @param label stands over each @returns them */
  show(elements: readonly Element[], label = ''): readonly Element[] {
    this.#elements = elements;
    this.#label = label;
    this.#draw();
    return elements;
  }

  #draw(): void {
    this.#root.replaceChildren(
      ...this.#elements.filter((element) => element.isConnected).map((one) => this.#frame(one)),
    );
  }

  #frame(element: Element): HTMLElement {
    const { left, top, width, height } = element.getBoundingClientRect();
    const frame = document.createElement('div');
    // Policies of sites allow this, and no attribute.
    frame.style.cssText = `${FRAME}${this.#style};left:${left - GAP_PIXELS}px;top:${top - GAP_PIXELS}px;width:${width + 2 * GAP_PIXELS}px;height:${height + 2 * GAP_PIXELS}px`;
    if (this.#label !== '') {
      const label = document.createElement('span');
      label.textContent = this.#label;
      label.style.cssText = `${LABEL}${top < LABEL_PIXELS ? 'top' : 'bottom'}:100%`;
      frame.append(label);
    }
    return frame;
  }
}
