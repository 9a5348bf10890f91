/** Which values of entries a change of the model would hide. */
import type { ApiProblem } from '../../api/problem.ts';
import type { ContentType } from '../../api/types.ts';
import type { WorkingType } from './working-type.ts';

/** A field of which values would be hidden: all of them, or those of other languages than the default one. */
export interface Loss {
  readonly id: string;
  readonly hides: 'field' | 'other_locales';
  readonly entries: number;
}

/** What the server says would be hidden; empty where it refused for another reason. */
export function lossesIn({ code, detail }: ApiProblem): readonly Loss[] {
  return code === 'field_has_data' ? (detail.fields as readonly Loss[]) : [];
}

/** Whether a change is of a kind that hides values where there are any: a field goes, gets another type, or one language. */
export function mayHide(saved: ContentType, working: WorkingType): boolean {
  return saved.fields.some((field) => {
    const now = working.fields.find(({ was }) => was === field.id);
    return now === undefined || now.type !== field.type || (field.localized && !now.localized);
  });
}
