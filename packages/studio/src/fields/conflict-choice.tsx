/** What somebody else wrote into the same value at the same time, to take or to leave. */
import type { ReactNode } from 'react';
import type { Field } from '../api/types.ts';
import { onDemand } from '../ui/index.ts';
import { isStructured } from './blocks/blocks-in.ts';
import { withWords } from './blocks/with-words.ts';
import { useConflict, useLevel } from './open-entry.tsx';

/** It comes whole, words that differ and buttons: what came later would move the buttons under the pointer. */
const ConflictAlert = onDemand(async () => (await import('./conflict-alert.tsx')).ConflictAlert);

const StructureConflict = onDemand(
  withWords(async () => (await import('./blocks/structure-conflict.tsx')).StructureConflict),
);

interface ConflictChoiceProperties {
  readonly field: Field;
  readonly locale: string;
}

export function ConflictChoice({ field, locale }: ConflictChoiceProperties): ReactNode {
  const { values } = useLevel();
  const conflict = useConflict(values, field.id, locale);
  if (conflict === undefined) return null;
  if (isStructured(field)) return <StructureConflict field={field} locale={locale} conflict={conflict} />;
  return <ConflictAlert field={field} locale={locale} conflict={conflict} />;
}
