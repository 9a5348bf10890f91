/** How entries are shown: the model they are read with, the plane, the locale and what of them is given. */
import type { Model } from '../../model/content-types/model.ts';
import type { Overlay } from '../query/overlay.ts';
import type { ShownLocale } from '../query-string/locale.ts';
import type { Selection } from '../query-string/selection.ts';

/** The planes that sites read from. */
export type ReadPlane = 'delivery' | 'preview';

export interface View {
  readonly model: Model;
  readonly plane: ReadPlane;
  readonly locale: ShownLocale;
  /** Null for whole entries. */
  readonly selection: Selection | null;
  /** Whether the request asks for values under the former ids of their fields too. */
  readonly aliases?: boolean;
  /** Whether `meta` of each entry is shown. */
  readonly withMeta?: boolean;
  /** Whether the links of a fragment come with their places, as paths need them. */
  readonly withPlaces?: boolean;
  /** Whether its fragments are made for one response alone, as no other is likely to show an entry like that. */
  readonly isPassing?: boolean;
  /** Everything that decides how one version of an entry is shown, as text. */
  readonly key: string;
}

/** Makes a view. */
export function viewOf(parts: Omit<View, 'key'>): View {
  const { model, plane, locale, selection, aliases = false, withMeta = false, withPlaces = false } = parts;
  const places = withPlaces ? ' places' : '';
  const shown = `${locale ?? '*'} ${aliases} ${withMeta} ${selection?.code ?? ''}${places}`;
  const key = `${model.environment} ${model.code} ${model.revision} ${plane} ${shown}`;
  return { ...parts, key };
}

/** The same view of whole entries: how resources in `includes` are shown. */
export function wholeView(view: View): View {
  return view.selection === null ? view : viewOf({ ...view, selection: null });
}

/** The same view of the entries of an overlay: their versions tell them from each other for as long as it is in memory. */
export function overlaidView(view: View, { name, number }: Overlay): View {
  return { ...view, key: `${view.key} over ${name} ${number}` };
}
