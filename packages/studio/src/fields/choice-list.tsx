/** The list of choices behind `choices.tsx`, in a file of its own so that it is loaded apart. */
import type { ComponentProps, ReactNode } from 'react';
import { Select } from '../ui/index.ts';

export function ChoiceList(properties: ComponentProps<typeof Select<string>>): ReactNode {
  return <Select {...properties} />;
}
