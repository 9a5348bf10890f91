/** Which values of entries a change of the model would hide. */
import type { ApiProblem } from '../../api/problem.ts';
import type { ContentType } from '../../api/types.ts';
import { isStructured } from '../../fields/blocks/blocks-in.ts';
import type { WorkingType } from './working-type.ts';

/** A field of which values would be hidden: all of them, those of other languages than the default one, or blocks that it takes no longer. */
export interface Loss {
  readonly id: string;
  readonly hides: 'field' | 'other_locales' | 'blocks';
  readonly entries: number;
}

/** What the server says would be hidden; empty where it refused for another reason. */
export function lossesIn({ code, detail }: ApiProblem): readonly Loss[] {
  return code === 'field_has_data' ? (detail.fields as readonly Loss[]) : [];
}

/** Whether a change is of a kind that hides values where there are any: a field goes, gets another type, one language or fewer components. */
export function mayHide(saved: ContentType, working: WorkingType): boolean {
  return saved.fields.some((field) => {
    const now = working.fields.find(({ was }) => was === field.id);
    if (now === undefined || now.type !== field.type || now.component !== field.component) return true;
    const takesFewer = field.components?.some((name) => now.components?.includes(name) !== true) === true;
    return (
      takesFewer || (field.localized && !now.localized) || (isStructured(field) && field.localized !== now.localized)
    );
  });
}
