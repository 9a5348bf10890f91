/** Pictures of a text, as wide as its lines: with their room before they are there, their caption and what they say to those who cannot see them. */
import type { Words } from '../words.ts';
import { button, element } from './elements.ts';

/** A picture as a text shows it. */
export interface CardPicture {
  readonly src: string;
  /** The same picture in several widths; undefined where it has no pixels. */
  readonly srcSet?: string | undefined;
  /** Pixels; null where the service knows none, as for an SVG. */
  readonly width: number | null;
  readonly height: number | null;
  /** Of the picture, to be seen until it is there; null where the service knows none. */
  readonly color: string | null;
  /** What it shows, in words; '' where nobody said. */
  readonly alt: string;
  readonly caption: string;
}

/** The widest line of a text. */
const SIZES = 'min(100vw, 640px)';

/** @param addAlt leads to where the alternative text is written; undefined where that cannot be reached */
export function pictureParts(picture: CardPicture, words: Words, addAlt: (() => void) | undefined): HTMLElement[] {
  const caption = element('div', 'picture-caption');
  if (picture.caption !== '') caption.append(element('span', 'picture-words', picture.caption));
  if (picture.alt !== '') caption.append(element('span', 'picture-alt', words.alt(picture.alt)));
  else if (addAlt === undefined) caption.append(element('span', 'picture-without', words.withoutAlt));
  else caption.append(button(words.withoutAlt, addAlt, 'picture-without'));
  for (const words of caption.children) words.setAttribute('dir', 'auto');
  return [image(picture), caption];
}

function image({ src, srcSet, width, height, color, alt }: CardPicture): HTMLImageElement {
  const made = document.createElement('img');
  made.alt = alt;
  made.loading = 'lazy';
  made.draggable = false;
  if (width !== null && height !== null) Object.assign(made, { width, height });
  if (color !== null) made.style.backgroundColor = color;
  // The colour would stay behind what is transparent.
  made.addEventListener('load', () => made.style.removeProperty('background-color'));
  if (srcSet !== undefined) Object.assign(made, { sizes: SIZES, srcset: srcSet });
  made.src = src;
  return made;
}
