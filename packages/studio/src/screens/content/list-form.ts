/** Whether entries are listed in a table or as cards: as the address says, else as the person chose last for the type. */
import type { ContentType } from '../../api/types.ts';
import { pictureFieldOf } from '../../fields/links/entry-pictures.ts';
import type { SearchParams } from '../../frame/search-params.ts';

export type ListForm = 'table' | 'cards';

const KEPT = 'lectern.list-form.';
/** With so many fields besides its picture at most, a type is told by the picture. */
const OTHER_FIELDS_MAX = 3;

/** How a list is shown; of a type that nobody chose it for, as cards where its entries are mostly a picture. */
export function listFormOf({ as }: SearchParams, type: ContentType | undefined): ListForm {
  const asked = as ?? localStorage.getItem(KEPT + (type?.api_id ?? ''));
  if (asked === 'table' || asked === 'cards') return asked;
  return type !== undefined && isVisual(type) ? 'cards' : 'table';
}

/** Keeps a choice for the next visit. */
export function keepListForm(type: ContentType | undefined, form: ListForm): void {
  localStorage.setItem(KEPT + (type?.api_id ?? ''), form);
}

function isVisual(type: ContentType): boolean {
  const picture = pictureFieldOf(type);
  if (picture?.type !== 'asset') return false;
  const others = type.fields.filter(({ id }) => id !== picture.id && id !== type.slug_field);
  return others.length <= OTHER_FIELDS_MAX;
}
